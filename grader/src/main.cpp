// bin/grader: reads the command line and hands over to grader/src/commands.
#include "command_line/command_line.hpp"
#include "commands/commands.hpp"
#include "warpschool/pages/pages.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace warpschool::grader;

constexpr const char* kFooter = R"(
Exit status of grade: 0 everything is graded, 1 graded but some job ended in internal_error, 2 bad command line,
course.yaml or submissions, 3 could not run (no build, no sandbox, no compiler), 130 interrupted: the same command goes
on from there. Of diff and regrade: 0 nothing would change, 1 something would. Of export: 1 somebody who was graded has
no place in the gradebook. Of lint: 0 clean, 1 findings. Of all others: 0 done; 2 and 3 as above. docs/GRADER.md has more.)";

struct Ending {
  std::string_view command;
  const char* statuses;
};

/// What the help of a command ends with: the statuses that it can have.
constexpr std::array kEndings{
    Ending{"list", "0 done, 2 bad command line, course.yaml or policy"},
    Ending{"grade",
           "0 everything is graded, 1 graded but some job ended in internal_error, 2 bad command "
           "line,\ncourse.yaml or submissions, 3 could not run (no build, no sandbox, no compiler, "
           "another grader in the folder), 130\ninterrupted: the same command goes on from there"},
    Ending{"report",
           "0 done, 2 bad command line, course.yaml or policy, 3 nothing can be written there now"},
    Ending{"diff",
           "0 nothing would change, 1 something would, 2 bad command line, course.yaml or policy, "
           "3 could not run"},
    Ending{
        "regrade",
        "0 nothing would change, 1 something would, 2 bad command line, course.yaml or policy, 3 "
        "could not run.\nWith --apply: 0 done"},
    Ending{"audit", "0 done, 2 bad command line, 3 could not run"},
    Ending{"override", "0 done, 2 bad command line, 3 nothing can be written there now"},
    Ending{"comment", "0 done, 2 bad command line, 3 nothing can be written there now"},
    Ending{"export",
           "0 done, 1 somebody who was graded has no place in the gradebook, 2 bad command line or "
           "gradebook, 3 could not run"},
    Ending{"lint",
           "0 no findings, 1 some, 2 bad command line or course.yaml, 3 could not run, 130 "
           "interrupted"},
    Ending{"calibrate",
           "0 done, 1 a model answer could not be timed, or verdicts did not repeat, 2 bad command "
           "line or\ncourse.yaml, 3 could not run, 130 interrupted"},
    Ending{"new", "0 done, 2 bad command line or course.yaml, 3 could not run"},
    Ending{"release",
           "0 done, 1 it would hand out what it must not, 2 bad command line or course.yaml, 3 "
           "could not run"},
    Ending{"similarity",
           "0 done, 2 bad command line or course.yaml, 3 could not run, 130 interrupted"},
};

void add_endings(CLI::App& app) {
  for (const Ending& ending : kEndings) {
    app.get_subcommand(std::string(ending.command))
        ->footer(std::string("\nExit status: ") + ending.statuses + ".");
  }
  app.footer(kFooter);
}

/// CLI11's own words, as everything else is said here, and where to read on.
int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> asked = app.get_subcommands();
  complain(std::string(error.what()) + " (grader" +
           (asked.empty() ? "" : " " + asked.front()->get_name()) + " --help lists what it takes)");
  return kExitBadInput;
}

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
  add_endings(app);
  warpschool::pages::add_pages(app, WARPSCHOOL_VERSION);
  if (argc > 1 && argv[1][0] != '-' && !knows_command(app, argv[1])) {
    return kExitBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : refuse(app, error);
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
