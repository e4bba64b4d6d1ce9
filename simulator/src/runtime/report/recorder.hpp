// What happened in this process, for people (standard error) or for a harness (JSON through the
// extension).
#pragma once

#include "runtime/base/call_site.hpp"
#include "runtime/streams/timeline.hpp"
#include "warpschool/sim/device.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime {

/// One kernel that ran.
struct LaunchRecord {
  std::string kernel;
  LaunchConfig config;
  Counters counters;
  ModelledTime time;
  const void* function = nullptr;  ///< what the program knows the kernel by
  Occupancy fit = {};
  unsigned registers_per_thread = 0;
  std::uint64_t shared_bytes_per_block = 0;
  int sm_count = 0;                              ///< of the device that it ran on
  std::shared_ptr<const LineRecord> lines = {};  ///< counters by line, if they were asked for
  std::shared_ptr<const Trace> trace = {};
};

/// One piece of work on the modelled clock.
struct TimelineRecord {
  const char* what =
      "";  ///< "kernel", "host_to_device", "device_to_host", "device_to_device", "set"
  std::string name;
  StreamId stream = 0;
  Interval when;
  std::uint64_t bytes = 0;
};

class Recorder {
 public:
  /// What was copied between host and device.
  struct Copies {
    std::uint64_t host_to_device = 0;
    std::uint64_t device_to_host = 0;
    std::uint64_t bytes = 0;
    std::uint64_t device_to_host_bytes = 0;  ///< of these
  };

  /// @param to_stderr explain at once what goes wrong; else only take() tells.
  explicit Recorder(bool to_stderr) : to_stderr_(to_stderr) {}

  void launch(LaunchRecord record);
  void fault(Fault fault);
  /// Misuse of the API in the call that is being answered, which returns an error. @param text
  /// whole sentences.
  void host_fault(FaultKind kind, const std::string& text,
                  std::optional<AllocationRef> allocation = {});
  /// True if the call that is being answered was reported as a fault already; once.
  bool take_misuse() { return std::exchange(misuse_, false); }
  /// True if there was a fault that no error of its call told the program about.
  bool has_unreturned_faults() const { return has_unreturned_faults_; }
  /// Something worth knowing that is no fault.
  void note(const std::string& text);
  /// The same, the first time that `key` comes up.
  void note_once(const std::string& key, const std::string& text);
  /// A suspicion, told at the end of a program that fails: of each `place` the first, and of all
  /// the first few.
  void note_if_it_fails(const std::string& place, const std::string& text);
  void tell_suspicions();
  /// Why the call that is being answered fails; told at the end if the program does not look.
  void reason(const std::string& text);
  std::string take_reason() { return std::exchange(reason_, {}); }
  /// Of a kernel, that is no mistake but deserves a look; said once of a line.
  void note(Fault note);
  void work(TimelineRecord record);
  /// The last kernel that ran; nullptr: none since the report was taken.
  const LaunchRecord* last_launch() const {
    return launches_.empty() ? nullptr : &launches_.back();
  }

  bool has_trace() const { return trace_ != nullptr; }

  /// Kernels that ran since the report was taken.
  std::uint64_t launch_count() const { return launches_.size() + dropped_; }

  /// Everything since the last take() as JSON (extension.h says how it looks).
  /// @param memory what is still allocated is told too; nullptr: there is no device yet.
  std::string take(const Memory* memory = nullptr);
  /// The same, and forgets nothing.
  std::string report(const Memory* memory) const;
  /// True if there is a fault that was not there when it was asked last. Of very many faults only
  /// some are news.
  bool take_news();

  /// Since the report was taken.
  const Copies& copies() const { return copies_; }

 private:
  bool was_told(const Fault& fault) const;
  bool is_one_too_many(const Fault& fault);
  void keep(Fault fault, bool returned);
  void keep_recording(LaunchRecord& record);

  bool to_stderr_;
  bool has_unreturned_faults_ = false;
  bool misuse_ = false;
  bool news_ = false;
  std::string reason_;
  std::vector<LaunchRecord> launches_;
  std::vector<Fault> faults_;
  std::vector<std::string> notes_;
  std::vector<std::string> unset_reads_;  ///< of memory that is zero without anybody's doing
  std::vector<Fault> lane_notes_;  ///< of masks that name no lanes, and of arrays freed too early
  std::set<std::string> noted_;    ///< kinds and lines
  std::map<std::string, unsigned> alike_;  ///< kinds, lines and words of faults in host code
  std::map<std::string, std::string> suspicions_;  ///< by place
  std::vector<TimelineRecord> timeline_;
  Copies copies_;
  std::uint64_t dropped_ = 0;
  std::shared_ptr<const Trace> trace_;       ///< the first one
  std::map<std::string, LineRecord> lines_;  ///< by kernel: of all its launches
};

}  // namespace warpschool::sim::runtime
