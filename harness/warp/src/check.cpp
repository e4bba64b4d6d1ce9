// From a student's file to a screen: build, judges, progress.
#include "check.hpp"

#include "child_program.hpp"
#include "course_map.hpp"
#include "file_io.hpp"
#include "file_lock.hpp"
#include "judging.hpp"
#include "lost_functions.hpp"
#include "progress.hpp"
#include "quick_build.hpp"
#include "stubs.hpp"
#include "unbuilt.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/screen.hpp"
#include "warpschool/screen/tasks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNewInputs =
    "With the inputs with which it failed before, your code passes now. It was given new ones.";

/// A worker may read no files of the course, so its simulator cannot quote them.
void quote_sources(const Tree& tree, const course::Exercise& exercise,
                   screen::JudgeResult& result) {
  for (screen::Check& check : result.checks) {
    for (screen::Fault& fault : check.faults) {
      if (!fault.source.empty() || fault.line <= 0 || fault.file.empty()) {
        continue;
      }
      const std::optional<std::string> text = read_file(tree.folder(exercise) / fault.file);
      fault.source = text ? line_of(*text, fault.line) : "";
    }
  }
}

/// What the judges found, and how the exercise was judged.
struct Verdicts {
  const screen::JudgeResult& result;
  bool passed = false;
  bool is_kept = false;  ///< its questions are asked again until they are answered right
};

void enter(const Verdicts& verdicts, const std::vector<screen::EmptyTodo>& empty,
           ExerciseProgress& entry) {
  const auto& [result, passed, is_kept] = verdicts;
  bool is_begun = false;  // what is empty fails whatever is asked
  entry.passed = passed;
  entry.won = result.won();
  entry.possible = result.possible();
  entry.tasks.clear();
  for (const screen::Task& task : screen::tasks_of(result)) {
    const bool is_empty = task.shown != nullptr &&
                          std::any_of(empty.begin(), empty.end(),
                                      [&](const auto& todo) { return todo.number == task.number; });
    entry.tasks[task.number] = is_empty ? kToDo : task.word();
    is_begun = is_begun || (task.shown != nullptr && !is_empty);
  }
  if (is_kept) {
    entry.seed = is_begun && !passed ? result.seed : "";
  }
}

/// Notes the result; what keeps it from that is told and nothing worse.
std::string keep_progress(const Tree& tree, const std::string& id, const Verdicts& verdicts,
                          const std::vector<screen::EmptyTodo>& empty, Progress& progress) {
  try {
    change_progress(tree.progress_file(), [&](Progress& all) {
      enter(verdicts, empty, all.exercises[id]);
      progress = all;
    });
  } catch (const std::exception& error) {
    return std::string("Your progress is not kept: ") + error.what() + "\n";
  }
  return {};
}

std::string after_text(const Tree& tree, const course::Exercise* next, bool is_watching) {
  if (next == nullptr) {
    return "nothing: you have passed the whole course.";
  }
  const fs::path readme = tree.folder(*next) / "README.md";
  return fmt::format(
      "{} ({}): {}", next->id, next->title,
      is_watching ? file_to_edit(tree, *next) : shown_path(readme, fs::current_path()));
}

screen::Context context_of(const Tree& tree, const course::Exercise& exercise,
                           const CheckOptions& options, const Progress& progress) {
  screen::Context context;
  context.id = exercise.id;
  context.title = exercise.title;
  context.file = file_to_edit(tree, exercise);
  context.hint_command = options.program + " hint " + exercise.id;
  context.rules = exercise.counters;
  context.reset_command = options.program + " reset " + exercise.id;
  context.profile_command = options.program + " profile " + exercise.id;
  if (!options.is_watching) {
    context.check_command = options.build ? options.program + " check " + exercise.id
                                          : "ctest --preset " + tree.preset + " -R " + exercise.id;
  }
  const course::Exercise* next = next_exercise(tree.course, progress, exercise.id);
  context.after = after_text(tree, next, options.is_watching);
  return context;
}

/// Of a backend that had nothing to judge with only the failures of another one count.
int status_of(const screen::JudgeResult& result, bool is_unjudged) {
  const bool failed = std::any_of(result.checks.begin(), result.checks.end(),
                                  [](const screen::Check& check) { return check.failed(); });
  const bool passed = std::any_of(result.checks.begin(), result.checks.end(),
                                  [](const screen::Check& check) { return check.passed(); });
  return failed ? kNotPassed : passed && !is_unjudged ? kPassed : kSkipped;
}

std::string again(const Tree& tree, const course::Exercise& exercise, const std::string& seed) {
  const Backend& backend = tree.backends.front();
  const auto judged = backend.exercises.find(exercise.id);
  std::string text;
  if (judged != backend.exercises.end()) {
    for (const std::string& word : judge_command(tree, exercise, backend, judged->second)) {
      text += shown_path(word, fs::current_path()) + " ";
    }
  }
  return text.empty() ? text : text + "--seed " + seed;
}

/// For the summary at the end of a run of ctest, which hides what a passed test says.
void leave_for_ctest(const Tree& tree, const std::string& id, const std::string& text,
                     const std::string& points) {
  const fs::path folder = tree.build / "results" / id;
  write_file(folder / "screen.txt", text);
  write_file(folder / "points.txt", points + "\n");
}

/// In a run of ctest over the course an untouched exercise is one line. Alone, its screen is shown
/// at the end (cmake/course_summary.cmake).
void tell_ctest(const Tree& tree, const screen::JudgeResult& result,
                const std::vector<screen::EmptyTodo>& empty, bool is_untouched,
                const std::string& id, CheckReport& done) {
  const std::string possible = screen::points_text(result.possible());
  const std::string row = is_untouched ? fmt::format("  {:<24}{:<12}to do", id, "0 of " + possible)
                          : done.status == kSkipped ? fmt::format("  {:<24}{:<12}skipped", id, "")
                                                    : screen::one_line(result, id, empty);
  leave_for_ctest(tree, id, done.text, row);
  if (is_untouched) {
    done.text = fmt::format("{}: nothing is written yet, 0/{} points.\n", id, possible);
  }
}

/// What is to be said where the preset's own backend judged nothing: `why`, and what to do.
std::string unjudged_text(const Tree& tree, const course::Exercise& exercise,
                          const std::string& why) {
  return fmt::format(
      "Preset {0} judges on a GPU, and here it judged nothing. {1} Use a machine with a GPU, or "
      "the simulator: cmake --preset sim, then ctest --preset sim -R {2}",
      tree.preset, why, exercise.id);
}

CheckReport report(const Tree& tree, const course::Exercise& exercise, const CheckOptions& options,
                   screen::JudgeResult& result, const Judgement& judgement) {
  const std::string& unjudged = judgement.unjudged;
  CheckReport done;
  done.status = status_of(result, !unjudged.empty());
  std::vector<screen::EmptyTodo> empty;
  if (done.status == kNotPassed) {
    empty = untouched_todos(tree, exercise);
  }
  Progress progress;
  const std::string note = keep_progress(
      tree, exercise.id, {result, done.status == kPassed, options.build && unjudged.empty()}, empty,
      progress);
  screen::Context context = context_of(tree, exercise, options, progress);
  if (done.status == kNotPassed) {
    context.empty = std::move(empty);
    context.regions = todo_lines(tree, exercise);
    context.news = judgement.is_of_new_inputs ? kNewInputs : "";
    name_lost_functions(tree, exercise, context.reset_command, result);
  }
  context.again = again(tree, exercise, result.seed);
  context.unjudged = unjudged.empty() ? "" : unjudged_text(tree, exercise, unjudged);
  const screen::Look look{options.colour, options.verbose};
  done.text = screen::render(result, context, look) + note;
  if (exercise.on_grading_day > 0) {
    done.text +=
        fmt::format("{:g} more points are checked on grading day.\n", exercise.on_grading_day);
  }
  if (!options.build) {
    const bool is_untouched =
        done.status == kNotPassed && note.empty() && !progress.of(exercise.id).begun();
    tell_ctest(tree, result, context.empty, is_untouched, exercise.id, done);
  }
  return done;
}

/// As cmake/build_exercise.sh ends.
std::string not_built(const course::Exercise& exercise) {
  return exercise.id + " does not build, so its tests cannot run.\n";
}

}  // namespace

std::string file_to_edit(const Tree& tree, const course::Exercise& exercise) {
  const fs::path folder = tree.folder(exercise);
  const fs::path path = exercise.files.size() == 1 ? folder / exercise.files.front() : folder;
  return shown_path(path, fs::current_path());
}

CheckReport build_exercise(const Tree& tree, const course::Exercise& exercise) {
  const QuickBuild quick(tree, exercise);
  if (const std::optional<Outcome> done = quick.run()) {
    return done->status == 0 ? CheckReport{kPassed, ""}
                             : CheckReport{kNotPassed, done->output + not_built(exercise)};
  }
  const FileLock alone(tree.build / "course/warp/build.lock");  // of the whole build folder
  const std::string inputs = quick.inputs();
  Program program;
  program.argv = {(tree.source / "cmake/build_exercise.sh").string(), "cmake", tree.build.string(),
                  tree.source.string(), exercise.id};
  program.notice = "Building " + exercise.id + " ...";
  Outcome outcome = run(program);
  if (outcome.status != 0) {
    return {kNotPassed, std::move(outcome.output)};
  }
  quick.note(inputs);
  return {kPassed, ""};
}

/// The grader does not build it either.
static CheckReport forbidden_report(const Tree& tree, const course::Exercise& exercise,
                                    const CheckOptions& options, const std::string& said) {
  CheckReport done{kNotPassed, options.verbose
                                   ? said
                                   : unbuilt_text(tree, exercise,
                                                  context_of(tree, exercise, options, {}), said)};
  if (!options.build) {
    leave_for_ctest(tree, exercise.id, done.text,
                    fmt::format("  {:<24}{:<12}build error: a forbidden word", exercise.id,
                                "0 of " + screen::points_text(exercise.points.total())));
  }
  return done;
}

/// Gives the inputs again with which it failed last. Who passes with them has to pass with fresh
/// ones as well: a pass is never one of inputs that are known.
static Judgement judge_as_before(const Tree& tree, const course::Exercise& exercise) {
  std::string ignored;  // said by who loads it to look at it
  const std::string seed = load_progress(tree.progress_file(), ignored).of(exercise.id).seed;
  Judgement judgement = judge_exercise(tree, exercise, seed);
  const bool is_open = !judgement.trouble.empty() || judgement.results.empty() ||
                       std::any_of(judgement.results.begin(), judgement.results.end(),
                                   [](const screen::JudgeResult& result) {
                                     return status_of(result, false) == kNotPassed;
                                   });
  if (seed.empty() || is_open) {
    return judgement;
  }
  judgement = judge_exercise(tree, exercise);
  judgement.is_of_new_inputs = true;
  return judgement;
}

CheckReport check_exercise(const Tree& tree, const course::Exercise& exercise,
                           const CheckOptions& options) {
  if (const std::string said = forbidden_text(tree, exercise); !said.empty()) {
    return forbidden_report(tree, exercise, options, said);
  }
  // Of two at once each would judge what the other one is building, and write into its results.
  const FileLock alone(tree.build / "course/warp" / exercise.id / "check.lock",
                       "Another warp is at work on " + exercise.id + ": waiting for it.");
  if (options.build) {
    CheckReport built = build_exercise(tree, exercise);
    if (built.status != kPassed) {
      const screen::Context context = context_of(tree, exercise, options, {});
      built.text = options.verbose ? built.text : unbuilt_text(tree, exercise, context, built.text);
      return built;
    }
  }
  Judgement judgement =
      options.build ? judge_as_before(tree, exercise) : judge_exercise(tree, exercise);
  if (!judgement.trouble.empty()) {
    return {kBroken, judgement.trouble +
                         "internal error: the judge did not finish. This is not your mistake and "
                         "costs no points: tell your instructor.\n"};
  }
  if (judgement.results.empty()) {
    return {kSkipped, "Nothing could be judged here.\n"};
  }
  screen::JudgeResult result = screen::merged(std::move(judgement.results));
  quote_sources(tree, exercise, result);
  return report(tree, exercise, options, result, judgement);
}

}  // namespace warpschool::warp
