// Judges thresholds by the model answer's ratios.
#include "lint/thresholds.hpp"

#include <cmath>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr double kShare = 0.75;
constexpr double kLeastRatio = 1.3;

const course::TimingRule* rule_for(const course::Exercise& exercise, int task) {
  for (const course::TimingRule& rule : exercise.timing) {
    if (rule.task == task || rule.task == 0 || task == 0) {
      return &rule;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<MeasuredRule> measured_rules(const course::Exercise& exercise,
                                         const ExerciseResult& result) {
  std::vector<MeasuredRule> rules;
  for (const CheckResult& check : result.checks) {
    const bool timed = check.kind == "timing" && check.ratio;
    const course::TimingRule* rule = timed ? rule_for(exercise, check.task) : nullptr;
    const auto on = rule == nullptr ? std::nullopt : check.backend == "gpu" ? rule->gpu : rule->sim;
    if (on) {
      rules.push_back({check.task, check.backend, *on, *check.ratio});
    }
  }
  return rules;
}

double proposed_threshold(double ratio) {
  const double wanted = kShare * ratio;
  if (!(wanted > 0)) {
    return 0;
  }
  // A hair more than nothing, so that 0.75 * 4 stays 3.
  const double unit = std::pow(10, std::floor(std::log10(wanted)) - 1);
  return std::floor(wanted / unit + 1e-9) * unit;
}

std::string describe(const MeasuredRule& rule) {
  return fmt::format(
      "task {} on {}: the model answer's ratio is {:.3g}, full points from {:g} on ({:.2f} of it); "
      "at most {:g}",
      rule.task, rule.backend, rule.ratio, rule.on.full_at, rule.on.full_at / rule.ratio,
      proposed_threshold(rule.ratio));
}

Diagnostics check_thresholds(const std::vector<MeasuredRule>& rules, const std::string& file) {
  Diagnostics findings;
  for (const MeasuredRule& rule : rules) {
    const course::Place place = rule.on.full_at_place;
    if (rule.ratio < kLeastRatio) {
      findings.push_back({file, place.line, place.column,
                          fmt::format("the model answer is only {:.3g} times as fast on {}",
                                      rule.ratio, rule.backend),
                          fmt::format("a difference below {} is not worth points", kLeastRatio)});
    } else if (rule.on.full_at > kShare * rule.ratio * (1 + 1e-9)) {
      findings.push_back({file, place.line, place.column,
                          fmt::format("full_at {:g} is more than {} of the model answer's ratio on "
                                      "{}, which is {:.3g}",
                                      rule.on.full_at, kShare, rule.backend, rule.ratio),
                          fmt::format("write full_at: {:g}", proposed_threshold(rule.ratio))});
    }
  }
  return findings;
}

}  // namespace warpschool::grader
