// The commands of warp: what each does, and what it prints.
#include "session.hpp"

#include "check.hpp"
#include "course_map.hpp"
#include "file_io.hpp"
#include "hints.hpp"
#include "profile_run.hpp"
#include "reset.hpp"
#include "stubs.hpp"
#include "warpschool/screen/sentences.hpp"
#include "watch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using course::Exercise;

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

fs::path own_program() {
  return fs::read_symlink("/proc/self/exe");
}

/// "warp" where the shell found it in PATH, else its path from here.
std::string called_as(const char* argv0) {
  const std::string name = argv0;
  return name.find('/') == std::string::npos ? name : shown_path(own_program(), fs::current_path());
}

/// The build that ctest names, the one this program lies in, or in a students' tree, whose programs
/// lie in tools/bin, the first that is configured.
fs::path build_folder() {
  if (const char* build = std::getenv("WARPSCHOOL_BUILD"); build != nullptr && *build != '\0') {
    return build;
  }
  fs::path own = own_program().parent_path().parent_path();
  const fs::path top = own.parent_path();
  if (!fs::exists(top / course::kReleaseMark)) {
    return own;
  }
  const fs::path gpu = top / "build" / "gpu";
  const fs::path sim = top / "build" / "sim";
  return fs::exists(gpu / "warpschool-build.json") && !fs::exists(sim / "warpschool-build.json")
             ? gpu
             : sim;
}

/// The first task that is not passed, of those that have hints.
int open_task(const std::map<int, std::vector<std::string>>& hints, const ExerciseProgress& done) {
  for (const auto& [number, texts] : hints) {
    const auto state = done.tasks.find(number);
    if (state == done.tasks.end() || state->second != "passed") {
      return number;
    }
  }
  return hints.empty() ? 0 : hints.begin()->first;
}

}  // namespace

Session::Session(const char* argv0) : program_(called_as(argv0)) {}

void Session::open() {
  Result<Tree> tree = read_tree(build_folder() / "warpschool-build.json");
  if (!tree) {
    std::string text;
    for (const Diagnostic& diagnostic : tree.diagnostics()) {
      text += (text.empty() ? "" : "\n") + to_string(diagnostic);
    }
    throw UsageError(text);
  }
  tree_ = *std::move(tree);
  std::string warning;
  progress_ = load_progress(tree_.progress_file(), warning);
  if (!warning.empty()) {
    std::fputs((warning + "\n").c_str(), stderr);
  }
}

/// The one that is named, that of the folder we stand in, or the next in line.
const Exercise& Session::chosen() const {
  if (!target.empty()) {
    const auto found = find_exercise(tree_, target);
    if (!found) {
      throw UsageError(to_string(found.diagnostics().front()));
    }
    return **found;
  }
  if (const Exercise* here = exercise_at(tree_, fs::current_path())) {
    return *here;
  }
  const Exercise* next = next_exercise(tree_.course, progress_);
  if (next == nullptr) {
    throw UsageError("You have passed every exercise. Name one to check it again.");
  }
  return *next;
}

CheckOptions Session::options() const {
  CheckOptions options;
  options.build = build;
  options.verbose = verbose;
  options.colour = colour();
  options.program = program_;
  return options;
}

int Session::map() const {
  std::map<std::string, std::size_t> tasks;
  for (const Exercise* exercise : tree_.course.exercises()) {
    const auto text = read_file(tree_.folder(*exercise) / "hints.md");
    tasks[exercise->id] = read_hints(text.value_or("")).size();
  }
  print(course_map(tree_.course, progress_, tasks, colour()));
  if (const Exercise* next = next_exercise(tree_.course, progress_)) {
    print(fmt::format("\nRead    {}\nfill in {}\nthen    {} check   (or {} watch)\n",
                      shown_path(tree_.folder(*next) / "README.md", fs::current_path()),
                      file_to_edit(tree_, *next), program_, program_));
  }
  return 0;
}

int Session::check() {
  const CheckReport report = check_exercise(tree_, chosen(), options());
  print(report.text);
  return report.status;
}

int Session::watch() {
  const Exercise* exercise = &chosen();
  CheckOptions how = options();
  how.is_watching = true;
  for (;;) {
    Watch files(tree_.folder(*exercise), {exercise->files.begin(), exercise->files.end()});
    if (how.colour) {
      print("\x1b[2J\x1b[H");  // one screen
    }
    const CheckReport report = check_exercise(tree_, *exercise, how);
    print(report.text);
    std::string warning;
    progress_ = load_progress(tree_.progress_file(), warning);
    const Exercise* next = next_exercise(tree_.course, progress_, exercise->id);
    if (report.status == kPassed && next != nullptr) {
      exercise = next;
      print("Waiting for " + file_to_edit(tree_, *exercise) + " to be saved (Ctrl-C ends).\n");
      Watch coming(tree_.folder(*exercise), {exercise->files.begin(), exercise->files.end()});
      if (!coming.wait()) {
        return 0;
      }
      continue;
    }
    print("Waiting for the file to be saved (Ctrl-C ends).\n");
    if (!files.wait()) {
      return 0;
    }
  }
}

/// A hint for what is done is none.
std::string Session::passed_text(const Exercise& exercise) const {
  const Exercise* next = next_exercise(tree_.course, progress_, exercise.id);
  return fmt::format("{} is passed. {}\nA hint all the same: {} hint {} --task N\n", exercise.id,
                     next == nullptr ? "So is the whole course."
                                     : fmt::format("Next: {} ({}).", next->id, next->title),
                     program_, exercise.id);
}

int Session::hint() {
  const Exercise& exercise = chosen();
  if (task == 0 && progress_.of(exercise.id).passed) {
    print(passed_text(exercise));
    return 0;
  }
  const fs::path file = tree_.folder(exercise) / "hints.md";
  const auto hints = read_hints(read_file(file).value_or(""));
  const int number = task > 0 ? task : open_task(hints, progress_.of(exercise.id));
  const auto found = hints.find(number);
  if (found == hints.end()) {
    throw UsageError(fmt::format("{} has no hints for task {}.", file.string(), number));
  }
  const std::vector<std::string>& texts = found->second;
  int given = 0;
  change_progress(tree_.progress_file(), [&](Progress& all) {
    int& count = all.exercises[exercise.id].hints[number];
    count = std::min(count + 1, static_cast<int>(texts.size()));
    given = count;
  });
  const bool was_last = progress_.of(exercise.id).hints[number] >= static_cast<int>(texts.size());
  print(fmt::format("{}, task {}: hint {} of {}{}\n", exercise.id, number, given, texts.size(),
                    was_last ? " again: there are no more" : ""));
  print(screen::wrapped(texts.at(static_cast<std::size_t>(given) - 1), "  ", screen::kScreenWidth));
  return 0;
}

int Session::reset() {
  const Exercise& exercise = chosen();
  for (const Reset& done : reset_exercise(tree_, exercise)) {
    print(done.backup.empty()
              ? done.file + " is as it was handed out.\n"
              : fmt::format("{} is as it was handed out again; yours is kept as {}\n", done.file,
                            shown_path(done.backup, fs::current_path())));
  }
  change_progress(tree_.progress_file(),
                  [&](Progress& all) { all.exercises[exercise.id] = ExerciseProgress{}; });
  return 0;
}

/// Where a profile's or a trace's page goes unless --page says otherwise: beside a program's file,
/// of an exercise into the folder that warp keeps.
fs::path Session::page_for(const std::string& name, const char* what) const {
  if (!page.empty()) {
    return page;
  }
  const bool is_file = name.find('.') != std::string::npos;
  return is_file ? fs::path(fs::path(name).stem().string() + "." + what + ".html")
                 : tree_.source / ".warp" / what / (name + ".html");
}

int Session::profile() {
  std::error_code ignored;
  ProfileOptions how;
  how.colour = colour();
  if (fs::is_regular_file(target, ignored)) {
    how.page = page_for(fs::path(target).filename().string(), "profile");
    const ProfileReport report = profile_file(tree_, target, arguments, how);
    print(report.text);
    return report.status;
  }
  const Exercise& exercise = chosen();
  how.page = page_for(exercise.id, "profile");
  const CheckReport built = build_exercise(tree_, exercise);
  const ProfileReport report = built.status == kPassed ? profile_exercise(tree_, exercise, how)
                                                       : ProfileReport{built.status, built.text};
  print(report.text);
  return report.status;
}

int Session::trace() {
  std::error_code ignored;
  const bool is_file = fs::is_regular_file(target, ignored);
  const Exercise* const exercise = is_file ? nullptr : &chosen();
  traced.page = page_for(is_file ? fs::path(target).filename().string() : exercise->id, "trace");
  traced.task = task;
  if (warp >= 0) {
    traced.warp = warp;
  }
  const TraceReport report = is_file ? trace_file(tree_, target, arguments, traced)
                                     : trace_exercise(tree_, *exercise, traced);
  const bool is_terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
  if (report.trace && is_terminal && !all_steps) {
    step_through(report, colour());
  } else if (report.trace) {
    print(profile::trace_text(*report.trace, colour()));
  }
  print(report.text);
  return report.status;
}

int Session::run_program() {
  const ProfileReport report = run_file(tree_, target, arguments);
  std::fputs(report.text.c_str(), stderr);
  return report.status;
}

}  // namespace warpschool::warp
