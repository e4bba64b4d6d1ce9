// grader calibrate: which thresholds the device at hand asks for.
#include "commands/commands.hpp"
#include "commands/repeatability.hpp"
#include "commands/trial_pool.hpp"
#include "lint/course_patch.hpp"
#include "lint/lint.hpp"
#include "lint/thresholds.hpp"
#include "process/stop.hpp"
#include "support/files.hpp"
#include "warpschool/support/cores.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// A threshold and what was measured for it.
struct Row {
  const course::Exercise* exercise = nullptr;
  MeasuredRule answer;
  std::vector<std::pair<std::string, double>> others;  ///< near misses, variants; their ratios
};

/// Model answers and near misses that must be slow, of exercises with timing rules; variants, too,
/// if asked for.
std::vector<Trial> timed_trials(const fs::path& root,
                                const std::vector<const course::Exercise*>& exercises,
                                bool with_variants) {
  std::vector<Trial> chosen;
  for (const course::Exercise* exercise : exercises) {
    if (exercise->timing.empty()) {
      continue;
    }
    for (Trial& trial : trials_of(folders_of(root, *exercise), *exercise)) {
      const bool slow = trial.role == Trial::Role::kNearMiss && trial.expected == Verdict::kSlow;
      const bool variant = with_variants && trial.role == Trial::Role::kVariant;
      if (slow || variant || trial.role == Trial::Role::kModelAnswer) {
        trial.manner.kind = "timing";
        chosen.push_back(std::move(trial));
      }
    }
  }
  return chosen;
}

/// "slow_one_block", "variants/two_rows_a_thread"
std::string row_name(const Trial& trial) {
  const std::string stem = fs::path(trial.name).stem().string();
  return trial.role == Trial::Role::kVariant ? "variants/" + stem : stem;
}

std::vector<Row> rows_of(const std::vector<Trial>& trials, const std::vector<JobReport>& reports) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].role == Trial::Role::kModelAnswer) {
      for (MeasuredRule& rule : measured_rules(*trials[i].exercise, reports[i].result)) {
        rows.push_back({trials[i].exercise, std::move(rule), {}});
      }
    }
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].role == Trial::Role::kModelAnswer) {
      continue;
    }
    for (const MeasuredRule& rule : measured_rules(*trials[i].exercise, reports[i].result)) {
      for (Row& row : rows) {
        if (row.exercise == trials[i].exercise && row.answer.task == rule.task &&
            row.answer.backend == rule.backend) {
          row.others.emplace_back(row_name(trials[i]), rule.ratio);
        }
      }
    }
  }
  return rows;
}

/// Prints one threshold's table and gives the proposal, where it is worth points at all.
std::optional<Proposal> propose(const Row& row) {
  constexpr double kFits = 0.6;  // a threshold from here to 0.75 of the ratio may stay
  const course::TimingOn& on = row.answer.on;
  const double ratio = row.answer.ratio;
  const double proposed = proposed_threshold(ratio);
  fmt::print("{}, task {} on {}, n = {}\n", row.exercise->id, row.answer.task, row.answer.backend,
             on.n);
  fmt::print("  {:<44}{:>9.4g}\n", "model answer", ratio);
  for (const auto& [name, other] : row.others) {
    const bool fair = name.starts_with("variants/") || other < proposed;
    fmt::print("  {:<44}{:>9.4g}{}\n", name, other, fair ? "" : "  would get full marks");
  }
  fmt::print("  {:<44}{:>9g}  {:.2f} of the model answer's\n", "full points from", on.full_at,
             on.full_at / ratio);
  if (proposed <= on.zero_at || ratio < 1.3) {
    fmt::print("  no proposal: the difference is not worth points (none up to {:g})\n", on.zero_at);
    return std::nullopt;
  }
  if (on.full_at >= kFits * ratio && on.full_at <= 0.75 * ratio) {
    return Proposal{on.full_at_place, 0, row.answer.backend};
  }
  fmt::print("  {:<44}{:>9g}\n", "proposed", proposed);
  return Proposal{on.full_at_place, proposed, row.answer.backend};
}

int print_proposals(const std::vector<Row>& rows, const CalibrateOptions& options,
                    const fs::path& file) {
  std::vector<Proposal> proposals;
  for (const Row& row : rows) {
    if (const auto proposal = propose(row)) {
      proposals.push_back(*proposal);
    }
  }
  const std::string before = read_file(file);
  const std::string patch =
      unified_diff(file.filename().string(), before, with_thresholds(before, proposals));
  if (options.patch.empty()) {
    fmt::print("{}{}", patch.empty() ? "" : "\n", patch);
  } else {
    write_file(options.patch, patch);
  }
  const auto changed = std::count_if(proposals.begin(), proposals.end(),
                                     [](const Proposal& proposal) { return proposal.full_at > 0; });
  fmt::print(stderr, "{} thresholds, {} proposals\n", rows.size(), changed);
  return kExitDone;
}

/// Model answers that were not timed: a calibration without them would be a half one.
bool all_timed(const std::vector<Trial>& trials, const std::vector<JobReport>& reports) {
  bool good = true;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto& checks = reports[i].result.checks;
    const bool timed = std::any_of(checks.begin(), checks.end(), [](const CheckResult& check) {
      return check.ratio.has_value();
    });
    const bool wanted = trials[i].role == Trial::Role::kModelAnswer;
    if (wanted && !timed && reports[i].result.status != Verdict::kSkipped) {
      good = false;
      complain(fmt::format(
          "{} was not timed: it is {}{}", trials[i].name, to_string(reports[i].result.status),
          reports[i].result.notes.empty() ? "" : ": " + reports[i].result.notes.back()));
    }
  }
  return good;
}

int calibrate(const CalibrateOptions& options, const Manifest& manifest,
              const course::Course& course) {
  const auto exercises = chosen_exercises(course, options.exercises);
  const std::vector<Trial> trials =
      options.repeat > 0 ? repeated_trials(manifest.source_dir, exercises, options.repeat)
                         : timed_trials(manifest.source_dir, exercises, options.variants);
  const auto sandbox = open_sandbox(options.sandbox);
  if (!sandbox) {
    return kExitCannotRun;
  }
  const auto built =
      options.no_build ? std::optional(manifest) : build_exercises(manifest, ids_of(exercises));
  if (!built || !has_tools(*built, ids_of(exercises))) {
    return stop_requested() ? kExitInterrupted : kExitCannotRun;
  }
  const ScratchSpace scratch;
  Workshop workshop;
  workshop.manifest = &*built;
  workshop.sandbox = &*sandbox;
  workshop.scratch = scratch.path();
  workshop.salt = "calibrate";
  workshop.jobs = usable_cores();
  if (const std::string problem = check_compilers(workshop); !problem.empty()) {
    complain(problem);
    return kExitCannotRun;
  }
  const std::vector<JobReport> reports = run_trials(trials, workshop);
  if (stop_requested()) {
    if (options.repeat > 0) {  // hours of a GPU may be in it
      print_repeatability(trials, reports);
    }
    return kExitInterrupted;
  }
  const bool timed = all_timed(trials, reports);
  if (options.repeat > 0) {
    return print_repeatability(trials, reports) && timed ? kExitDone : kExitFindings;
  }
  const int status = print_proposals(rows_of(trials, reports), options, built->course);
  return timed ? status : kExitFindings;
}

}  // namespace

int calibrate_command(const CalibrateOptions& options) {
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
  return calibrate(options, *manifest, *course);
}

}  // namespace warpschool::grader
