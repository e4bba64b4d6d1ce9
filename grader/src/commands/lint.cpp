// grader lint: is every exercise fit for students?
#include "lint/lint.hpp"

#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "process/stop.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Where jobs work; gone when lint ends.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / fmt::format("warpschool-lint-{}", ::getpid())) {
    fs::create_directories(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<ExerciseResult> run_trials(const std::vector<Trial>& trials, const Workshop& workshop,
                                       unsigned threads) {
  std::vector<ExerciseResult> results(trials.size());
  std::atomic<std::size_t> next{0};
  Progress progress(trials.size(), stderr_is_terminal());
  const auto work = [&] {
    for (std::size_t i = next++; i < trials.size() && !stop_requested(); i = next++) {
      const Trial& trial = trials[i];
      progress.started(trial.name);
      results[i] = grade_submission(workshop, *trial.exercise, trial.submission).result;
      progress.finished(trial.name, to_string(results[i].status));
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i) {
    pool.emplace_back(work);
  }
  for (std::thread& thread : pool) {
    thread.join();
  }
  return results;
}

std::vector<const course::Exercise*> chosen(const course::Course& course,
                                            const std::vector<std::string>& ids) {
  std::vector<const course::Exercise*> exercises;
  for (const course::Exercise* exercise : course.exercises()) {
    if (ids.empty() || std::find(ids.begin(), ids.end(), exercise->id) != ids.end()) {
      exercises.push_back(exercise);
    }
  }
  return exercises;
}

std::vector<std::string> ids_of(const std::vector<const course::Exercise*>& exercises) {
  std::vector<std::string> ids;
  ids.reserve(exercises.size());
  for (const course::Exercise* exercise : exercises) {
    ids.push_back(exercise->id);
  }
  return ids;
}

struct Findings {
  Diagnostics general;
  std::map<std::string, Diagnostics> of;  ///< exercise -> findings
  std::map<std::string, std::size_t> near_misses, variants;
  std::size_t count = 0;
};

void print(const std::vector<const course::Exercise*>& exercises, Findings& findings,
           bool has_solutions) {
  for (const Diagnostic& finding : findings.general) {
    ++findings.count;
    fmt::print("{}\n", to_string(finding));
  }
  for (const course::Exercise* exercise : exercises) {
    const Diagnostics& list = findings.of[exercise->id];
    findings.count += list.size();
    for (const Diagnostic& finding : list) {
      fmt::print("{}: {}\n", exercise->id, to_string(finding));
    }
    if (list.empty()) {
      fmt::print("{}: ok{}\n", exercise->id,
                 has_solutions
                     ? fmt::format(" (model answer {0:g}/{0:g}, {1} near misses, {2} variants)",
                                   exercise->points.total(), findings.near_misses[exercise->id],
                                   findings.variants[exercise->id])
                     : " (without solutions)");
    }
  }
  fmt::print("{} exercises, {} findings\n", exercises.size(), findings.count);
}

/// The exercises' own judges and references must be built, and a sandbox must be there. The exit
/// status if not.
std::optional<int> grade_trials(const LintOptions& options, const Manifest& manifest,
                                const std::vector<const course::Exercise*>& exercises,
                                Findings& findings) {
  const auto sandbox = open_sandbox(options.sandbox);
  if (!sandbox) {
    return kExitCannotRun;
  }
  const auto built =
      options.no_build ? std::optional(manifest) : build_exercises(manifest, ids_of(exercises));
  if (!built) {
    return stop_requested() ? kExitInterrupted : kExitCannotRun;
  }
  const Scratch scratch;
  Workshop workshop;
  workshop.manifest = &*built;
  workshop.sandbox = &*sandbox;
  workshop.scratch = scratch.path();
  workshop.salt = "lint";
  const std::string problem = check_compilers(workshop);
  if (!problem.empty()) {
    complain(problem);
    return kExitCannotRun;
  }
  std::vector<Trial> trials;
  for (const course::Exercise* exercise : exercises) {
    const std::vector<Trial> more =
        trials_of(folders_of(manifest.source_dir, *exercise), *exercise);
    trials.insert(trials.end(), more.begin(), more.end());
  }
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  workshop.jobs = options.jobs == 0 ? cores : options.jobs;
  const auto results = run_trials(trials, workshop, workshop.jobs);
  if (stop_requested()) {
    return kExitInterrupted;
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const std::string& id = trials[i].exercise->id;
    const Diagnostics more = judge_trial(trials[i], results[i]);
    findings.of[id].insert(findings.of[id].end(), more.begin(), more.end());
    findings.near_misses[id] += trials[i].role == Trial::Role::kNearMiss ? 1U : 0U;
    findings.variants[id] += trials[i].role == Trial::Role::kVariant ? 1U : 0U;
  }
  return std::nullopt;
}

}  // namespace

int lint_command(const LintOptions& options) {
  catch_stop_signals();
  const auto manifest = find_manifest(options.build);
  if (!manifest) {
    complain(manifest.diagnostics());
    return kExitCannotRun;
  }
  const auto course = load_course(manifest->course);
  if (!course || !all_known(options.exercises, ids_of(chosen(*course, {})), "exercise")) {
    return kExitBadInput;
  }
  const auto exercises = chosen(*course, options.exercises);
  Findings findings;
  bool has_solutions = true;
  for (const course::Exercise* exercise : exercises) {
    const ExerciseFolders folders = folders_of(manifest->source_dir, *exercise);
    has_solutions = folders.has_solutions;
    findings.of[exercise->id] = lint_texts(folders, *exercise);
  }
  if (options.exercises.empty()) {
    findings.general = lint_unlisted(manifest->source_dir, *course);
  }
  if (!has_solutions) {
    fmt::print("There is no folder solutions/: model answers and near misses are not checked.\n");
  }
  if (const auto status = grade_trials(options, *manifest, exercises, findings)) {
    return *status;
  }
  print(exercises, findings, has_solutions);
  return findings.count == 0 ? kExitDone : kExitFindings;
}

}  // namespace warpschool::grader
