// The gradings of `calibrate --repeat`, and what is said of them.
#include "commands/repeatability.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <tuple>

namespace warpschool::grader {
namespace {

constexpr const char* kReference = "reference";
constexpr double kLeastCoverage = 0.95;

/// What one timing check of one submission came to, over all repetitions.
struct Series {
  std::map<Verdict, unsigned> verdicts;
  std::vector<double> ratios;
  unsigned intervals_with_one = 0;
};

/// Exercise in the course's order, task, the reference last, backend.
using Key = std::tuple<const course::Exercise*, int, bool, std::string>;

bool is_reference(const Trial& trial) {
  return trial.attack == kReference;
}

void take(const Trial& trial, const ExerciseResult& result, std::map<Key, Series>& all) {
  for (const CheckResult& check : result.checks) {
    if (check.kind != "timing" || check.verdict == Verdict::kSkipped) {
      continue;
    }
    Series& series = all[{trial.exercise, check.task, is_reference(trial), check.backend}];
    ++series.verdicts[check.verdict];
    if (check.ratio && check.ratio_low && check.ratio_high) {
      series.ratios.push_back(*check.ratio);
      series.intervals_with_one += *check.ratio_low <= 1 && 1 <= *check.ratio_high ? 1U : 0U;
    }
  }
}

std::string verdict_words(const Series& series) {
  std::string words;
  for (const auto& [verdict, count] : series.verdicts) {
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, to_string(verdict));
  }
  return words;
}

/// One series as a paragraph; false where it does not repeat as it should.
bool print_series(const Key& key, Series& series) {
  const auto& [exercise, task, reference, backend] = key;
  fmt::print("{}, task {} on {}, {}: {}\n", exercise->id, task, backend,
             reference ? "reference against itself" : "model answer", verdict_words(series));
  std::vector<double>& ratios = series.ratios;
  if (ratios.empty()) {
    return false;
  }
  std::sort(ratios.begin(), ratios.end());
  fmt::print("  ratio {:.4g}, from {:.4g} to {:.4g}\n", ratios[ratios.size() / 2], ratios.front(),
             ratios.back());
  if (!reference) {
    return series.verdicts.size() == 1;
  }
  const double share = series.intervals_with_one / static_cast<double>(ratios.size());
  fmt::print("  1 lies within {} of {} intervals ({:.1f} %)\n", series.intervals_with_one,
             ratios.size(), 100 * share);
  return series.verdicts.size() == 1 && share >= kLeastCoverage;
}

}  // namespace

std::vector<Trial> repeated_trials(const std::filesystem::path& root,
                                   const std::vector<const course::Exercise*>& exercises,
                                   unsigned times) {
  std::vector<Trial> repeated;
  for (const course::Exercise* exercise : exercises) {
    if (exercise->timing.empty()) {
      continue;
    }
    const ExerciseFolders folders = folders_of(root, *exercise);
    std::vector<Trial> trials = trials_of(folders, *exercise);
    std::vector<std::string> not_made;
    for (Trial& attack : attacks_of(folders, *exercise, trials, not_made)) {
      trials.push_back(std::move(attack));
    }
    trials.erase(std::remove_if(trials.begin(), trials.end(),
                                [](const Trial& trial) {
                                  return trial.role != Trial::Role::kModelAnswer &&
                                         !is_reference(trial);
                                }),
                 trials.end());
    for (unsigned i = 0; i < times; ++i) {  // in turns: a run that is stopped has both
      for (Trial& trial : trials) {
        trial.manner = {};
        trial.manner.kind = "timing";
        trial.manner.salt = fmt::format("repetition {}", i);
        repeated.push_back(trial);
      }
    }
  }
  return repeated;
}

bool print_repeatability(const std::vector<Trial>& trials, const std::vector<JobReport>& reports) {
  std::map<Key, Series> all;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    take(trials[i], reports[i].result, all);
  }
  bool good = true;
  for (auto& [key, series] : all) {
    good = print_series(key, series) && good;
  }
  return good && !all.empty();
}

}  // namespace warpschool::grader
