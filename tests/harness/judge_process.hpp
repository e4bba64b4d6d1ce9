// Runs a fake judge as a process, as ctest and the grader do.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpschool::tests {

// The checks of fakes/doubling_harness.cpp.
inline const std::string kDoubles = "doubles any values";
inline const std::string kTriples = "triples, whatever became of doubling";
inline const std::string kFast = "is fast";
inline const std::string kSectors = "loads in few sectors";
inline const std::vector<std::string> kCorrectness{"--kind", "correctness"};

struct JudgeRun {
  int status = -1;  ///< exit status, or -signal
  std::string printed;
  nlohmann::json result;  ///< null if no result file was written
  double seconds = 0;

  /// The check of that name; fails the test if there is none.
  nlohmann::json check(const std::string& name) const;
};

enum class Backend { kGpu, kSim };

/// A folder of its own that vanishes with the object.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }
  /// The fake submission under the name of a fate.
  std::string submission(const std::string& fate, Backend backend) const;

 private:
  std::string path_;
};

/// What fakes/submission.cpp leaves behind in its calls, of judges that are started meanwhile.
class CallTrace {
 public:
  explicit CallTrace(const Scratch& scratch);
  ~CallTrace();
  CallTrace(const CallTrace&) = delete;
  CallTrace& operator=(const CallTrace&) = delete;
  /// Empty: it was not called.
  std::string text() const;
  int number() const;

 private:
  std::string path_;
};

/// Judges the fake submission `fate` with `extra` arguments, by the judge of the backend or by
/// `judge`. What `input` holds, a seed and more, it reads on standard input.
JudgeRun run_judge(const std::string& fate, Backend backend,
                   const std::vector<std::string>& extra = {}, const std::string& judge = {},
                   const std::string& input = {});

/// Starts a program with stdout and stderr in `output` and, if it is named, stdin from `input`;
/// returns its pid.
int start(const std::vector<std::string>& command, const std::string& output,
          const std::string& input = {});
std::string read_file(const std::string& path);

/// Whether the condition came to hold within ten seconds, looked at every millisecond.
bool comes_true(const std::function<bool()>& condition);

/// The command line of run_judge.
std::vector<std::string> judge_command(const Scratch& scratch, const std::string& fate,
                                       Backend backend);

}  // namespace warpschool::tests
