// cmake, strip, tar and cpack, with our own environment.
#include "release/run_tool.hpp"

#include "process/process.hpp"
#include "support/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace warpschool::grader {

std::string run_tool(const std::vector<std::string>& argv, bool show,
                     const std::vector<std::string>& environment) {
  Command command;
  command.argv = argv;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    command.environment.emplace_back(*entry);
  }
  command.environment.insert(command.environment.end(), environment.begin(), environment.end());
  command.show_output = show && stderr_is_terminal();
  const Outcome outcome = run(command);
  if (outcome.succeeded()) {
    return {};
  }
  return fmt::format("{}{} {}", outcome.output, shell_line(argv), describe(outcome));
}

}  // namespace warpschool::grader
