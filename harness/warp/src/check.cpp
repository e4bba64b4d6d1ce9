// From a student's file to a screen: build, judges, progress.
#include "check.hpp"

#include "compile_errors.hpp"
#include "course_map.hpp"
#include "files.hpp"
#include "process.hpp"
#include "progress.hpp"
#include "quick_build.hpp"
#include "stubs.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/screen.hpp"
#include "warpschool/screen/tasks.hpp"
#include "warpschool/support/machine_lock.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using course::Kind;

constexpr int kJudgedAll = 0, kJudgedSome = 1;

/// The kinds of the exercise that this backend judges.
std::vector<std::string> kinds_on(const Backend& backend, const course::Exercise& exercise) {
  std::vector<std::string> kinds;
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    const std::string name = course::to_string(kind);
    const bool is_judged =
        std::find(backend.kinds.begin(), backend.kinds.end(), name) != backend.kinds.end();
    const bool is_timed =
        std::any_of(exercise.timing.begin(), exercise.timing.end(), [&](const auto& rule) {
          return backend.name == "gpu" ? rule.gpu.has_value() : rule.sim.has_value();
        });
    if (exercise.points.of(kind) > 0 && is_judged && (kind != Kind::kTiming || is_timed)) {
      kinds.push_back(name);
    }
  }
  return kinds;
}

/// What the judges of one exercise said.
struct Judgement {
  std::vector<screen::JudgeResult> results;
  std::string trouble;  ///< of a judge that did not finish
  /// The preset's own backend judged nothing (there is no GPU): why, in its judge's words. What
  /// another backend let pass is then no pass.
  std::string unjudged;
};

class JudgeRunner {
 public:
  JudgeRunner(const Tree& tree, const course::Exercise& exercise)
      : tree_(tree), exercise_(exercise), folder_(tree.build / "results" / exercise.id) {}

  Judgement run_all() {
    Judgement judgement;
    std::error_code ignored;  // a judge that cannot write its result says so
    fs::create_directories(folder_, ignored);
    for (const Backend& backend : tree_.backends) {
      const auto judged = backend.exercises.find(exercise_.id);
      if (judged == backend.exercises.end()) {
        continue;
      }
      const std::size_t before = judgement.results.size();
      for (const std::string& kind : runs_on(backend)) {
        run_one(backend, judged->second, kind, judgement);
      }
      if (&backend == &tree_.backends.front() && !runs_on(backend).empty()) {
        judgement.unjudged = why_unjudged(judgement.results, before);
      }
    }
    return judgement;
  }

  std::vector<std::string> command(const Backend& backend, const Judged& judged,
                                   const std::string& kind) const {
    std::vector<std::string> argv{judged.judge.string(),
                                  "--student",
                                  judged.student(exercise_.id).string(),
                                  "--reference",
                                  judged.reference.string(),
                                  "--course",
                                  (tree_.source / "course.yaml").string(),
                                  "--exercise",
                                  exercise_.id,
                                  "--backend",
                                  backend.name};
    if (!kind.empty()) {
      argv.insert(argv.end(), {"--kind", kind});
    }
    return argv;
  }

 private:
  /// A backend that judges all kinds is asked once, "" for all of them; else kind by kind.
  std::vector<std::string> runs_on(const Backend& backend) const {
    constexpr std::size_t kAll = 3;
    return backend.kinds.size() == kAll ? std::vector<std::string>{""}
                                        : kinds_on(backend, exercise_);
  }

  /// Timing on a GPU has the device for itself, whatever else is judged on this machine.
  static Outcome run_in_turn(const Program& program, const Backend& backend) {
    if (backend.name != "gpu") {
      return run(program);
    }
    const GpuLock alone(MachineLock::Kind::kAlone);
    return run(program);
  }

  /// Empty if any check of the results from `begin` on was judged.
  static std::string why_unjudged(const std::vector<screen::JudgeResult>& results,
                                  std::size_t begin) {
    std::string why;
    for (std::size_t i = begin; i < results.size(); ++i) {
      for (const screen::Check& check : results[i].checks) {
        if (check.counts()) {
          return {};
        }
        why = why.empty() ? check.message : why;
      }
    }
    return why.empty() ? "Its judge said nothing." : why;
  }

  void run_one(const Backend& backend, const Judged& judged, const std::string& kind,
               Judgement& judgement) const {
    const fs::path file = folder_ / (backend.name + (kind.empty() ? "" : "_" + kind) + ".json");
    std::error_code ignored;
    fs::remove(file, ignored);
    Program program;
    program.argv = command(backend, judged, kind);
    program.argv.insert(program.argv.end(),
                        {"--stop-at-hang", "--result", file.string(), "--quiet"});
    program.folder = tree_.source;
    program.notice = "Checking " + exercise_.id + " ...";
    const Outcome outcome = run_in_turn(program, backend);
    const std::optional<std::string> text = read_file(file);
    std::optional<screen::JudgeResult> result = text ? screen::read_result(*text) : std::nullopt;
    if (outcome.status == kSkipped && !result) {
      return;
    }
    const bool is_sound =
        outcome.status == kJudgedAll || outcome.status == kJudgedSome || outcome.status == kSkipped;
    if (result) {
      judgement.results.push_back(*std::move(result));
    }
    if (!is_sound || !text || !judgement.results.back().complete) {
      judgement.trouble += outcome.output;
      judgement.trouble +=
          fmt::format("{} ended with status {}.\n", judged.judge.string(), outcome.status);
    }
  }

  const Tree& tree_;
  const course::Exercise& exercise_;
  fs::path folder_;
};

std::string line_of(const std::string& text, int number) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i < number && std::getline(lines, line); ++i) {
  }
  return lines ? line : "";
}

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

void enter(const screen::JudgeResult& result, bool passed,
           const std::vector<screen::EmptyTodo>& empty, ExerciseProgress& entry) {
  entry.passed = passed;
  entry.won = result.won();
  entry.possible = result.possible();
  entry.tasks.clear();
  for (const screen::Task& task : screen::tasks_of(result)) {
    const bool is_empty = task.shown != nullptr &&
                          std::any_of(empty.begin(), empty.end(),
                                      [&](const auto& todo) { return todo.number == task.number; });
    entry.tasks[task.number] = is_empty ? kToDo : task.word();
  }
}

/// Notes the result; what keeps it from that is told and nothing worse.
std::string keep_progress(const Tree& tree, const std::string& id,
                          const screen::JudgeResult& result, bool passed,
                          const std::vector<screen::EmptyTodo>& empty, Progress& progress) {
  try {
    change_progress(tree.progress_file(), [&](Progress& all) {
      enter(result, passed, empty, all.exercises[id]);
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
    for (const std::string& word :
         JudgeRunner(tree, exercise).command(backend, judged->second, "")) {
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
void tell_ctest(const Tree& tree, const screen::JudgeResult& result, bool is_untouched,
                const std::string& id, CheckReport& done) {
  const std::string possible = screen::points_text(result.possible());
  const std::string row = is_untouched ? fmt::format("  {:<24}{:<12}to do", id, "0 of " + possible)
                          : done.status == kSkipped ? fmt::format("  {:<24}{:<12}skipped", id, "")
                                                    : screen::one_line(result, id);
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
      "the "
      "simulator: cmake --preset sim, then ctest --preset sim -R {2}",
      tree.preset, why, exercise.id);
}

CheckReport report(const Tree& tree, const course::Exercise& exercise, const CheckOptions& options,
                   const screen::JudgeResult& result, const std::string& unjudged) {
  CheckReport done;
  done.status = status_of(result, !unjudged.empty());
  std::vector<screen::EmptyTodo> empty;
  if (done.status == kNotPassed) {
    empty = untouched_todos(tree, exercise);
  }
  Progress progress;
  const std::string note =
      keep_progress(tree, exercise.id, result, done.status == kPassed, empty, progress);
  screen::Context context = context_of(tree, exercise, options, progress);
  if (done.status == kNotPassed) {
    context.empty = std::move(empty);
    context.regions = todo_lines(tree, exercise);
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
    tell_ctest(tree, result, is_untouched, exercise.id, done);
  }
  return done;
}

/// As cmake/build_exercise.sh ends.
std::string not_built(const course::Exercise& exercise) {
  return exercise.id + " does not build, so its tests cannot run.\n";
}

/// The first errors and the next step.
std::string unbuilt_text(const Tree& tree, const course::Exercise& exercise,
                         const CheckOptions& options, const std::string& said) {
  const CompileErrors errors = first_errors(said);
  if (errors.file.empty()) {
    return said;
  }
  std::string text = errors.text;
  if (errors.more > 0) {
    text += fmt::format("{} more error{}: often they follow from the first.\n", errors.more,
                        errors.more == 1 ? "" : "s");
  }
  const fs::path file =
      shown_path((tree.source / errors.file).lexically_normal(), fs::current_path());
  const screen::Context context = context_of(tree, exercise, options, Progress{});
  return text + screen::next_line(fmt::format("{}:{}", file.string(), errors.line), context,
                                  context.hint_command);
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

CheckReport check_exercise(const Tree& tree, const course::Exercise& exercise,
                           const CheckOptions& options) {
  if (options.build) {
    CheckReport built = build_exercise(tree, exercise);
    if (built.status != kPassed) {
      built.text = options.verbose ? built.text : unbuilt_text(tree, exercise, options, built.text);
      return built;
    }
  }
  Judgement judgement = JudgeRunner(tree, exercise).run_all();
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
  return report(tree, exercise, options, result, judgement.unjudged);
}

}  // namespace warpschool::warp
