// What the judge process knows: options, course, seed, workers, record. One object for the life of
// main().
#pragma once

#include "device_process.hpp"
#include "profile_book.hpp"
#include "protocol.hpp"
#include "record.hpp"
#include "reference_runs.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/harness/ask.hpp"
#include "zygote.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpschool::harness {

/// The command line.
struct Options {
  std::string student, reference, course, exercise;
  std::string backend = "sim";
  std::optional<course::Kind> kind;
  int task = 0;  ///< 0: all
  /// Of `checks` checks those at these places, from 1: the others are another judge's. Empty: all.
  std::set<std::size_t> places;
  std::size_t checks = 0;
  std::uint64_t seed = 0;
  bool stop_at_hang = false;       ///< ask nothing more once the submission did not come to an end
  bool until_lost = false;         ///< ask nothing more once a check has not passed
  std::uint64_t run_limit_ms = 0;  ///< of a student's question, where less than course.yaml allows
  std::uint64_t stall_limit = 0;   ///< of a submission's launches on the simulator; 0: the judge's
  std::string reference_result;    ///< JSON of a judge whose races of the reference hold here, too
  std::string result;
  std::string times;    ///< where it is written how long each check took
  std::string profile;  ///< where launches of the question of most work are written, task by task
  bool quiet = false;
  bool verbose = false;
  std::vector<std::string> catch_arguments;
};

/// A living worker.
struct WorkerHandle {
  int pid = 0;
  UniqueFd channel;
  UniqueFd output;
  UniqueFd
      life;  ///< readable when the process has ended: a child of its own may hold the channel open
  std::int64_t output_read = 0;
  DeviceHandle device;      ///< pid 0: it has none of its own
  bool has_loaded = false;  ///< its module, where it has a device of its own
  bool was_asked = false;   ///< something of a TEST_CASE's
};

/// Of the student and of the reference, in this order.
using Modules = std::array<UniqueFd, 2>;

/// The state behind ask(), race() and count(). Not thread-safe: a judge has one thread.
class Judge {
 public:
  /// @param modules the student's and the reference's, open: each may be built again meanwhile, and
  /// all answers are to be the same program's
  Judge(Options options, course::Exercise exercise, Zygote zygote, Modules modules);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  const Options& options() const { return options_; }
  const course::Exercise& exercise() const { return exercise_; }
  Record& record() { return record_; }

  /// The living worker of a module, started if need be.
  WorkerHandle& worker(Who who);
  /// Ends it; the next question gets a fresh one.
  Death reap(Who who, int grace_ms);
  /// Ends a worker that has answered something already.
  void renew(Who who);
  /// Ends all workers and the zygote: from now on nobody but the judge is left.
  void end_workers() { zygote_.end(); }

  /// After the first time-out of a run the others wait less long.
  std::uint64_t time_limit_ms(Who who) const;
  void note_timeout(bool by_calls) {
    ++timeouts_;
    has_called_on_ = has_called_on_ || by_calls;
  }
  bool has_hung() const { return timeouts_ > 0; }
  /// It was found making calls of the CUDA runtime without end.
  bool has_called_on() const { return has_called_on_; }
  /// Enough is known, and who waits for it would wait long.
  bool gives_up() const { return options_.stop_at_hang && timeouts_ > 0; }

  /// A submission's code has begun: what goes wrong with workers from now on may be its doing.
  bool student_began() const { return student_began_; }
  /// Time is modelled, and every answer has a report of the simulator. The build says so, not a
  /// worker.
  bool simulated() const { return options_.backend != "gpu"; }

  // As the reference's worker names them: the student's is not believed.
  std::string device;
  double peak_bytes_per_us = 0;
  /// On the simulator, by the names of the checks: those of another judge, and this one's.
  std::map<std::string, ReferenceRun> known_races, races;
  ProfileBook profile;
  std::vector<long> times;  ///< milliseconds of each check that has ended

 private:
  void start_device(WorkerSpec& spec, WorkerHandle& handle);

  UniqueFd device_lanes_;  ///< of the worker that is being started
  Options options_;
  course::Exercise exercise_;
  Zygote zygote_;
  Modules modules_;
  Record record_;
  std::array<std::optional<WorkerHandle>, 2> workers_;
  int timeouts_ = 0;
  bool has_called_on_ = false;
  bool student_began_ = false;
};

/// The judge of this process; internal error outside of a judge's main().
Judge& judge();
/// Sets (or with nullptr clears) it.
void set_judge(Judge* judge);
bool has_judge();

/// Asks the reference's worker for the device, if nobody has yet. Empty where it could not tell.
void learn_device();

/// Takes what the worker printed since the last time, cut to a readable length.
std::string take_output(WorkerHandle& worker);

}  // namespace warpschool::harness
