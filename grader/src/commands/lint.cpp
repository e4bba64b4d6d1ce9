// grader lint: is every exercise fit for students?
#include "lint/lint.hpp"

#include "commands/commands.hpp"
#include "commands/trial_pool.hpp"
#include "lint/thresholds.hpp"
#include "process/stop.hpp"
#include "warpschool/support/cores.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warpschool::grader {
namespace {

using Exercises = std::vector<const course::Exercise*>;

/// What is known of one exercise.
struct Dossier {
  ExerciseFolders folders;
  Diagnostics findings;
  std::vector<course::Excuse> excuses;
  std::vector<std::string> not_made;  ///< attacks
  std::vector<MeasuredRule> measured;
  std::map<Trial::Role, std::size_t> tried;
  JobReport model_answer;

  void add(const Diagnostics& more) { findings.insert(findings.end(), more.begin(), more.end()); }
};

/// One run of the command.
class CourseLint {
 public:
  CourseLint(const LintOptions& options, const Manifest& manifest, const course::Course& course)
      : options_(options), manifest_(manifest), course_(course) {
    exercises_ = chosen_exercises(course, options.exercises);
  }

  int run();

 private:
  void read();
  std::optional<int> grade();
  static void note_trial(const Trial& trial, const JobReport& report, Dossier& dossier);
  void grade_trials(const Workshop& workshop);
  void probe_repetitions(const Workshop& workshop, std::vector<JobReport>& reports);
  void grade_mutants(const Workshop& workshop);
  void judge_attempts_of(const std::vector<Trial>& trials, const std::vector<JobReport>& reports,
                         bool mutants);
  void print_read() const;
  void print();
  void print_facts(const course::Exercise& exercise, const Dossier& dossier) const;

  const LintOptions& options_;
  const Manifest& manifest_;
  const course::Course& course_;
  Exercises exercises_;
  std::map<const course::Exercise*, Dossier> dossiers_;
  Diagnostics general_;
  std::vector<Trial> trials_;
  bool has_solutions_ = true;
};

void CourseLint::read() {
  for (const course::Exercise* exercise : exercises_) {
    Dossier& dossier = dossiers_[exercise];
    dossier.folders = folders_of(manifest_.source_dir, *exercise);
    has_solutions_ = dossier.folders.has_solutions;
    dossier.findings = lint_texts(dossier.folders, *exercise);
    const auto excuses = excuses_of(dossier.folders);
    if (excuses) {
      dossier.excuses = *excuses;
    } else {
      dossier.add(excuses.diagnostics());
    }
  }
  for (const course::Module& module : course_.modules) {
    const bool asked = std::any_of(module.exercises.begin(), module.exercises.end(),
                                   [&](const course::Exercise& e) { return dossiers_.count(&e); });
    if (asked) {
      for (const Diagnostics& more : {lint_module_page(manifest_.source_dir, module),
                                      lint_stray(manifest_.source_dir, module)}) {
        general_.insert(general_.end(), more.begin(), more.end());
      }
    }
  }
  if (options_.exercises.empty()) {
    const Diagnostics more = lint_unlisted(manifest_.source_dir, course_);
    general_.insert(general_.end(), more.begin(), more.end());
  }
}

void CourseLint::judge_attempts_of(const std::vector<Trial>& trials,
                                   const std::vector<JobReport>& reports, bool mutants) {
  for (auto& [exercise, dossier] : dossiers_) {
    std::vector<Trial> own;
    std::vector<JobReport> outcomes;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      const bool attempt =
          trials[i].role == Trial::Role::kAttack || trials[i].role == Trial::Role::kMutant;
      if (trials[i].exercise == exercise && attempt) {
        own.push_back(trials[i]);
        outcomes.push_back(reports[i]);
      }
    }
    std::vector<course::Excuse> excuses;
    std::copy_if(dossier.excuses.begin(), dossier.excuses.end(), std::back_inserter(excuses),
                 [&](const course::Excuse& excuse) {
                   return mutants ? !excuse.line.empty() : !excuse.attack.empty();
                 });
    dossier.add(judge_attempts(dossier.folders, excuses, own, outcomes, options_.mutants == 0));
  }
}

/// Attacks that passed because they never came to act are taken for ones that could not be made.
void CourseLint::probe_repetitions(const Workshop& workshop, std::vector<JobReport>& reports) {
  std::vector<Trial> probes;
  std::vector<std::size_t> of;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    auto probe = repetition_probe(trials_[i]);
    if (probe && reports[i].result.status == Verdict::kPassed) {
      probes.push_back(std::move(*probe));
      of.push_back(i);
    }
  }
  const std::vector<JobReport> outcomes = run_trials(probes, workshop);
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (outcomes[i].result.status == Verdict::kPassed) {
      reports[of[i]].result.status = Verdict::kBuildError;
    }
  }
}

void CourseLint::note_trial(const Trial& trial, const JobReport& report, Dossier& dossier) {
  ++dossier.tried[trial.role];
  if (trial.role == Trial::Role::kModelAnswer) {
    dossier.model_answer = report;
    dossier.measured = measured_rules(*trial.exercise, report.result);
    dossier.add(check_thresholds(dossier.measured, "course.yaml"));
  }
  if (trial.role == Trial::Role::kAttack) {
    if (report.result.status == Verdict::kBuildError) {
      dossier.not_made.push_back(trial.attack);
    }
  } else if (trial.role == Trial::Role::kReference) {
    dossier.add(judge_reference(dossier.folders, dossier.excuses, trial, report.result));
  } else {
    dossier.add(judge_trial(trial, report.result));
  }
}

/// Stub, model answer, variants, near misses and attacks; what `options` ask for of them.
void CourseLint::grade_trials(const Workshop& workshop) {
  const auto& backends = workshop.manifest->backends;
  const bool on_gpu = std::any_of(backends.begin(), backends.end(),
                                  [](const Backend& backend) { return backend.is_gpu(); });
  for (const course::Exercise* exercise : exercises_) {
    Dossier& dossier = dossiers_[exercise];
    std::vector<Trial> more = trials_of(dossier.folders, *exercise);
    if (on_gpu) {
      for (Trial& trial : more) {
        trial.expected = trial.expected_on_gpu.value_or(trial.expected);
      }
    }
    if (options_.brief) {
      std::erase_if(more, [](const Trial& trial) {
        return trial.role != Trial::Role::kStub && trial.role != Trial::Role::kModelAnswer &&
               trial.role != Trial::Role::kReference;
      });
    } else if (!options_.no_attacks) {
      const std::vector<Trial> attacks =
          attacks_of(dossier.folders, *exercise, more, dossier.not_made);
      more.insert(more.end(), attacks.begin(), attacks.end());
    }
    trials_.insert(trials_.end(), more.begin(), more.end());
  }
  std::vector<JobReport> reports = run_trials(trials_, workshop);
  probe_repetitions(workshop, reports);
  if (stop_requested()) {
    return;
  }
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    note_trial(trials_[i], reports[i], dossiers_[trials_[i].exercise]);
  }
  if (!options_.no_attacks && !options_.brief) {
    judge_attempts_of(trials_, reports, false);
  }
}

/// Only where the model answer passes: else every mutant fails with it.
void CourseLint::grade_mutants(const Workshop& workshop) {
  constexpr std::uint64_t kLeastMs = 2'000;
  std::vector<Trial> mutants;
  for (const course::Exercise* exercise : exercises_) {
    Dossier& dossier = dossiers_[exercise];
    if (dossier.model_answer.result.status != Verdict::kPassed) {
      continue;
    }
    for (Trial& mutant : mutants_of(dossier.folders, *exercise, trials_, options_.mutants)) {
      mutant.manner.known_module = dossier.model_answer.module;
      // One question that takes as long as all of the model answer hangs.
      mutant.manner.run_limit_ms = std::max(kLeastMs, dossier.model_answer.wall_ms);
      ++dossier.tried[Trial::Role::kMutant];
      mutants.push_back(std::move(mutant));
    }
  }
  const std::vector<JobReport> reports = run_trials(mutants, workshop);
  if (!stop_requested()) {
    judge_attempts_of(mutants, reports, true);
  }
}

/// The exercises' own judges and references must be built, and a sandbox must be there. The exit
/// status if not.
std::optional<int> CourseLint::grade() {
  const auto sandbox = open_sandbox(options_.sandbox);
  if (!sandbox) {
    return kExitCannotRun;
  }
  const auto built =
      options_.no_build ? std::optional(manifest_) : build_exercises(manifest_, ids_of(exercises_));
  if (!built || !has_tools(*built, ids_of(exercises_))) {
    return stop_requested() ? kExitInterrupted : kExitCannotRun;
  }
  const ScratchSpace scratch;
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
  const unsigned cores = usable_cores();
  workshop.jobs = options_.jobs == 0 ? cores : options_.jobs;
  grade_trials(workshop);
  if (options_.attack && !stop_requested()) {
    grade_mutants(workshop);
  }
  return stop_requested() ? std::optional<int>(kExitInterrupted) : std::nullopt;
}

void CourseLint::print_facts(const course::Exercise& exercise, const Dossier& dossier) const {
  for (const MeasuredRule& rule : dossier.measured) {
    fmt::print("{}: {}\n", exercise.id, describe(rule));
  }
  if (!dossier.not_made.empty()) {
    fmt::print("{}: attacks that this exercise gives no handle for: {}\n", exercise.id,
               fmt::join(dossier.not_made, ", "));
  }
}

/// What reading has found may be why nothing could be graded: a file that is not there.
void CourseLint::print_read() const {
  for (const Diagnostic& finding : general_) {
    fmt::print("{}\n", to_string(finding));
  }
  for (const course::Exercise* exercise : exercises_) {
    for (const Diagnostic& finding : dossiers_.at(exercise).findings) {
      fmt::print("{}: {}\n", exercise->id, to_string(finding));
    }
  }
}

void CourseLint::print() {
  for (const Diagnostic& finding : general_) {
    fmt::print("{}\n", to_string(finding));
  }
  std::size_t count = general_.size();
  for (const course::Exercise* exercise : exercises_) {
    Dossier& dossier = dossiers_[exercise];
    count += dossier.findings.size();
    print_facts(*exercise, dossier);
    for (const Diagnostic& finding : dossier.findings) {
      fmt::print("{}: {}\n", exercise->id, to_string(finding));
    }
    if (!dossier.findings.empty()) {
      continue;
    }
    const auto tried = [&](Trial::Role role) { return dossier.tried[role]; };
    std::string what = " (without solutions)";
    if (has_solutions_ && options_.brief) {
      what = fmt::format(" (model answer {0:g}/{0:g})", exercise->points.total());
    } else if (has_solutions_) {
      what = fmt::format(
          " (model answer {0:g}/{0:g}, {1} near misses, {2} variants, {3} attacks{4})",
          exercise->points.total(), tried(Trial::Role::kNearMiss), tried(Trial::Role::kVariant),
          tried(Trial::Role::kAttack),
          options_.attack ? fmt::format(", {} mutants", tried(Trial::Role::kMutant)) : "");
    }
    fmt::print("{}: ok{}\n", exercise->id, what);
  }
  fmt::print("{} exercises, {} findings\n", exercises_.size(), count);
}

int CourseLint::run() {
  read();
  if (!has_solutions_) {
    fmt::print("There is no folder solutions/: model answers and near misses are not checked.\n");
  }
  if (const auto status = grade()) {
    print_read();
    return *status;
  }
  print();
  const bool clean = general_.empty() &&
                     std::all_of(dossiers_.begin(), dossiers_.end(),
                                 [](const auto& entry) { return entry.second.findings.empty(); });
  return clean ? kExitDone : kExitFindings;
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
  if (!course || !all_known(options.exercises, ids_of(chosen_exercises(*course, {})), "exercise")) {
    return kExitBadInput;
  }
  return CourseLint(options, *manifest, *course).run();
}

}  // namespace warpschool::grader
