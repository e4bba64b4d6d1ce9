// Child processes: run one, wait, and give its standard error back as text.
#pragma once

#include <string>
#include <vector>

namespace warpschool::simcc {

struct ProcessOutcome {
  int status = 0;  ///< exit status; 128 + n if signal n ended it; 127 if it could not be started
  std::string errors;  ///< what it wrote to standard error
};

/// A process that runs beside this one, in a process group of its own, with standard error
/// captured.
class ChildProcess {
 public:
  /// @param kept a descriptor that it gets, too.
  /// @param temporary its folder for temporary files, which it may leave there if it is ended.
  ChildProcess(const std::vector<std::string>& words, int kept, const std::string& temporary);
  /// Ends it, with what it started, if nobody waited for it.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits for its end; call once.
  ProcessOutcome finish();

 private:
  int child_ = -1, errors_ = -1;
  std::string trouble_;  ///< why it was not started
};

/// Runs words[0] (looked up in PATH) with standard error captured, standard output passed through.
ProcessOutcome run_process(const std::vector<std::string>& words);

/// The words as one line that a shell would read back.
std::string shell_line(const std::vector<std::string>& words);

/// The path of `name` in PATH, or empty.
std::string find_in_path(const std::string& name);

}  // namespace warpschool::simcc
