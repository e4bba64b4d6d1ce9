// grader report: the class again, from the store alone, by other points or dates if asked.
#include "commands/commands.hpp"
#include "commands/scoring.hpp"

namespace warpschool::grader {

int report_command(const RescoreOptions& options) {
  int status = kExitDone;
  auto opened = open_class_to_write(options.out, status);
  return opened ? rescore(*opened, options) : status;
}

}  // namespace warpschool::grader
