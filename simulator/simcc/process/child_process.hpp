// Child processes: run one, wait, and give its standard error back as text.
#pragma once

#include <string>
#include <vector>

namespace warpschool::simcc {

struct ProcessOutcome {
  int status = 0;  ///< exit status; 128 + n if signal n ended it; 127 if it could not be started
  std::string errors;  ///< what it wrote to standard error
};

/// Runs words[0] (looked up in PATH) with standard error captured, standard output passed through.
ProcessOutcome run_process(const std::vector<std::string>& words);

/// The words as one line that a shell would read back.
std::string shell_line(const std::vector<std::string>& words);

/// The path of `name` in PATH, or empty.
std::string find_in_path(const std::string& name);

}  // namespace warpschool::simcc
