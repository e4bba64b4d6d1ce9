// Holds measured times against modelled ones.
#include "pipeline/witness.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

bool says_nothing(const CheckResult& check) {
  return check.verdict == Verdict::kSkipped || check.verdict == Verdict::kInternalError ||
         check.verdict == Verdict::kInconclusive;
}

/// How far a speed-up comes on the way to full points, which end it.
double way(double speed_up, const course::TimingOn& on) {
  return std::min(1.0, speed_up / on.full_at);
}

/// Why the measured time is not believed; empty if it is.
std::string doubt(const CheckResult& measured, const CheckResult& modelled,
                  const course::Exercise& exercise) {
  if (says_nothing(modelled)) {
    return {};
  }
  if (!modelled.ratio) {
    return fmt::format(
        "A time was measured on the GPU, but the same check ends as \"{}\" on the "
        "simulator: {}",
        to_string(modelled.verdict), modelled.message);
  }
  const course::TimingRule* rule = exercise.timing_rule(measured.task);
  const course::TimingOn* here = rule == nullptr ? nullptr : rule->on("gpu");
  const course::TimingOn* there = rule == nullptr ? nullptr : rule->on("sim");
  if (here == nullptr || there == nullptr ||
      way(*measured.ratio, *here) <= kTimesApart * *modelled.ratio / there->full_at) {
    return {};
  }
  return fmt::format(
      "Measured on the GPU it is {:.3g} times as fast as the reference (full points from {:.3g} "
      "on), on the simulator only {:.3g} times (full points from {:.3g} on): more than {} times "
      "apart.",
      *measured.ratio, here->full_at, *modelled.ratio, there->full_at, kTimesApart);
}

bool has_failed(const CheckResult& check) {
  return check.kind == to_string(course::Kind::kCorrectness) && !says_nothing(check) &&
         check.verdict != Verdict::kPassed;
}

/// Does a check of correctness fail, too, in the same task or in the same way? Then nothing is
/// hidden: it is one mistake, and the GPU got away with it.
bool is_told(const CheckResult& timing, const Answer& answer) {
  return !timing.ratio &&
         std::any_of(answer.checks.begin(), answer.checks.end(), [&](const CheckResult& other) {
           return has_failed(other) &&
                  (other.verdict == timing.verdict || other.task == timing.task);
         });
}

void doubt_check(CheckResult& measured, const Answer& modelled, const std::vector<Answer>& all,
                 const course::Exercise& exercise) {
  if (measured.kind != to_string(course::Kind::kTiming) || !measured.ratio ||
      measured.points.won <= 0) {
    return;
  }
  const auto same =
      std::find_if(modelled.checks.begin(), modelled.checks.end(),
                   [&](const CheckResult& other) { return other.name == measured.name; });
  const std::string why =
      same == modelled.checks.end() ? std::string() : doubt(measured, *same, exercise);
  if (why.empty()) {
    return;
  }
  const bool is_known = is_told(*same, modelled) ||
                        std::any_of(all.begin(), all.end(),
                                    [&](const Answer& answer) { return is_told(*same, answer); });
  measured.points.won = 0;
  measured.verdict = is_known ? same->verdict : Verdict::kSuspicious;
  measured.message = is_known ? same->message : why;
  measured.hint = is_known ? same->hint : "A person has to look: is the measured time true?";
}

}  // namespace

void doubt_measured_times(std::vector<Answer>& answers, const Answer& modelled,
                          const course::Exercise& exercise) {
  for (Answer& answer : answers) {
    if (answer.backend != "gpu") {
      continue;
    }
    for (CheckResult& check : answer.checks) {
      doubt_check(check, modelled, answers, exercise);
    }
  }
}

}  // namespace warpschool::grader
