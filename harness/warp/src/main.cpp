// warp: the course from a student's side. `warp --help` lists what it does.
#include "check.hpp"
#include "session.hpp"
#include "warpschool/pages/pages.hpp"
#include "warpschool/support/edit_distance.hpp"
#include "warpschool/support/word_list.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <stdexcept>
#include <string>

namespace warpschool::warp {
namespace {

constexpr int kBadUsage = 2;

void add_target(CLI::App* command, Session& session, const char* what) {
  command->add_option("ID", session.target, what);
}

void add_check(CLI::App& app, Session& session) {
  CLI::App* check = app.add_subcommand("check", "Build and judge an exercise");
  add_target(
      check, session,
      "exercise, its folder or a file in it; default: that of this folder, or the next in line");
  check->add_flag("-v,--verbose", session.verbose,
                  "everything: all checks, counters, the seed and the command that repeats it");
  // Not as "!--no-build", which help would show as --no-build{false}.
  check->add_flag_callback(
      "--no-build", [&session] { session.build = false; },
      "judge what is built already (for ctest)");
}

void add_programs(CLI::App& app, Session& session) {
  CLI::App* run = app.add_subcommand("run", "Compile a CUDA program and run it, without a GPU");
  run->add_option("FILE", session.target, "a .cu file")->required()->check(CLI::ExistingFile);
  run->add_option("ARGUMENTS", session.arguments, "for the program");
  run->prefix_command();
  CLI::App* profile = app.add_subcommand(
      "profile", "Show what the kernels of an exercise or a .cu file did, and what limits them");
  profile->add_option("ID|FILE", session.target, "exercise or file");
  profile->add_option("--page", session.page,
                      "where the page goes; default: FILE.profile.html, of an exercise "
                      ".warp/profile/ID.html");
  profile->prefix_command();
}

/// "5", "5,0" or "5,0,0".
std::string bad_place(const std::string& text) {
  const bool is_place =
      !text.empty() && text.find_first_not_of("0123456789,") == std::string::npos &&
      text.front() != ',' && text.back() != ',' && text.find(",,") == std::string::npos &&
      std::count(text.begin(), text.end(), ',') <= 2;
  return is_place ? "" : "'" + text + "' is no place; as an example: 5 or 5,0 or 5,0,0";
}

void add_trace(CLI::App& app, Session& session) {
  CLI::App* trace = app.add_subcommand(
      "trace", "Show what one thread of an exercise or a .cu file did, line by line");
  trace->add_option("ID|FILE", session.target, "exercise or file");
  trace->add_option("--thread", session.traced.thread, "x, or x,y, or x,y,z; default: 0")
      ->check(bad_place);
  trace->add_option("--block", session.traced.block, "the same of its block")->check(bad_place);
  trace->add_option("--warp", session.warp, "all threads of this warp of the block, from 0")
      ->check(CLI::Range(0, 31));
  trace->add_option("--kernel", session.traced.kernel, "default: the first that is launched");
  trace->add_option("--task", session.task, "of an exercise")->check(CLI::PositiveNumber);
  trace->add_option("--steps", session.traced.steps, "keep no more than these; default: 2000")
      ->check(CLI::Range(1, 100000));
  trace->add_flag("--all", session.all_steps, "all steps at once, also on a terminal");
  trace->add_option("--page", session.page,
                    "where the page goes; default: FILE.trace.html, of an exercise "
                    ".warp/trace/ID.html");
  trace->prefix_command();
}

/// What to say of a first word that is no command; empty if it is one, or an option.
std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  if (word.empty() || word[0] == '-' ||
      std::find(names.begin(), names.end(), word) != names.end()) {
    return {};
  }
  const auto distance = [&](const std::string& name) { return support::edit_distance(word, name); };
  const auto nearest = std::min_element(names.begin(), names.end(),
                                        [&](const std::string& one, const std::string& other) {
                                          return distance(one) < distance(other);
                                        });
  constexpr std::size_t kMost = 2, kLongest = 32;  // letters: a slip, and a word worth comparing
  const bool is_near = word.size() > kMost && word.size() < kLongest &&
                       distance(*nearest) <= kMost &&
                       (distance(*nearest) == 1 || (*nearest)[0] == word[0]);
  return fmt::format("there is no command '{}': {}", word,
                     is_near ? fmt::format("did you mean warp {}?", *nearest)
                             : fmt::format("there are {}; warp alone lists the exercises",
                                           support::word_list(names)));
}

int dispatch(CLI::App& app, Session& session) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  session.open();
  if (chosen.empty()) {
    return session.map();
  }
  for (const std::string& word : chosen.front()->remaining()) {
    session.arguments.push_back(word);
  }
  const std::string name = chosen.front()->get_name();
  return name == "check"     ? session.check()
         : name == "watch"   ? session.watch()
         : name == "hint"    ? session.hint()
         : name == "reset"   ? session.reset()
         : name == "profile" ? session.profile()
         : name == "trace"   ? session.trace()
                             : session.run_program();
}

int start(int argc, char** argv) {
  CLI::App app{"The course: without a command, a map of it with what is done and what is next.",
               "warp"};
  Session session(argv[0]);
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", WARPSCHOOL_VERSION);
  add_check(app, session);
  add_target(app.add_subcommand("watch", "Check whenever a file is saved, and move on when passed"),
             session, "exercise to begin with");
  CLI::App* hint = app.add_subcommand("hint", "Give the next hint, and no other");
  add_target(hint, session, "exercise");
  hint->add_option("--task", session.task, "of this task; default: the first that is not passed")
      ->check(CLI::PositiveNumber);
  add_programs(app, session);
  add_trace(app, session);
  CLI::App* reset = app.add_subcommand("reset", "Put the stub back; what you wrote is kept aside");
  reset->add_option("ID", session.target, "exercise")->required();
  pages::add_pages(app, WARPSCHOOL_VERSION);
  if (const std::string said = unknown_command(app, argc > 1 ? argv[1] : ""); !said.empty()) {
    throw UsageError(said);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadUsage;
  }
  return dispatch(app, session);
}

}  // namespace
}  // namespace warpschool::warp

int main(int argc, char** argv) {
  try {
    return warpschool::warp::start(argc, argv);
  } catch (const warpschool::warp::UsageError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return warpschool::warp::kBadUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warp: %s\n", error.what());
    return warpschool::warp::kBroken;
  }
}
