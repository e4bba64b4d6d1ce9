// bin/grader: reads the command line and hands over to grader/src/commands.
#include "command_line/command_line.hpp"
#include "commands/commands.hpp"
#include "warpschool/pages/pages.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace warpschool::grader;

constexpr const char* kFooter = R"(
Exit status of grade: 0 everything is graded, 1 graded but some job ended in internal_error, 2 bad command line,
course.yaml or submissions, 3 could not run (no build, no sandbox, no compiler), 130 interrupted: the same command goes
on from there. Of diff and regrade: 0 nothing would change, 1 something would. Of export: 1 somebody who was graded has
no place in the gradebook. Of lint: 0 clean, 1 findings. Of all others: 0 done; 2 and 3 as above. docs/GRADER.md has more.)";

/// CLI11 would only say that a subcommand is required.
bool knows_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return all_known({word}, names, "command");
}

int run(int argc, char** argv) {
  CLI::App app{"Warpschool's grader", "grader"};
  int status = kExitDone;
  app.require_subcommand(1);
  app.set_version_flag("--version", WARPSCHOOL_VERSION);
  app.footer(kFooter);
  add_list(app, status);
  add_grade(app, status);
  add_report(app, status);
  add_diff(app, status);
  add_regrade(app, status);
  add_audit(app, status);
  add_override(app, status);
  add_comment(app, status);
  add_export(app, status);
  add_lint(app, status);
  add_calibrate(app, status);
  add_new(app, status);
  add_release(app, status);
  add_similarity(app, status);
  warpschool::pages::add_pages(app, WARPSCHOOL_VERSION);
  if (argc > 1 && argv[1][0] != '-' && !knows_command(app, argv[1])) {
    return kExitBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitBadInput;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "grader: %s\n", problem.what());
    return kExitCannotRun;
  }
}
