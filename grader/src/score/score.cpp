// Gives checks and results their points.
#include "score/score.hpp"

#include "warpschool/course/worth.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <string_view>

namespace warpschool::grader {
namespace {

constexpr std::string_view kLeftOut = " could not be judged on this machine and are left out.";

bool is_left_out_text(const std::string& note) {
  return note.size() >= kLeftOut.size() &&
         note.compare(note.size() - kLeftOut.size(), kLeftOut.size(), kLeftOut) == 0;
}

/// A note that an earlier scoring made.
bool is_of_scoring(const std::string& note) {
  return is_left_out_text(note) || course::is_withheld_text(note);
}

/// What is quick or frugal and wrong wins nothing.
void withhold_points(ExerciseResult& result) {
  course::WrongTasks wrong;
  for (const CheckResult& check : result.checks) {
    wrong.note(check.task, check.kind, to_string(check.verdict));
  }
  std::set<int> told;
  for (CheckResult& check : result.checks) {
    if (!wrong.withhold(check.task, check.kind)) {
      continue;
    }
    check.points.won = 0;
    if (wrong.withhold(check.task, check.kind, to_string(check.verdict)) &&
        told.insert(check.task).second) {
      result.notes.push_back(course::withheld_text(check.task));
    }
  }
}

std::optional<course::Kind> kind_from(const std::string& word) {
  for (const course::Kind kind :
       {course::Kind::kCorrectness, course::Kind::kTiming, course::Kind::kCounters}) {
    if (word == course::to_string(kind)) {
      return kind;
    }
  }
  return std::nullopt;
}

/// How a race ended by these thresholds. A check without an interval is exact.
course::RaceWorth race_of(const CheckResult& check, double full_at, double zero_at) {
  const double ratio = *check.ratio;
  return course::worth_of(
      {ratio, check.ratio_low.value_or(ratio), check.ratio_high.value_or(ratio)}, full_at, zero_at);
}

Verdict verdict_of(course::RaceEnd end) {
  switch (end) {
    case course::RaceEnd::kPassed:
      return Verdict::kPassed;
    case course::RaceEnd::kSlow:
      return Verdict::kSlow;
    case course::RaceEnd::kOpen:
      return Verdict::kInconclusive;
  }
  return Verdict::kInternalError;
}

/// Whether the verdict follows from the ratio: then it can be decided again. A check that crashed,
/// or whose answer was wrong, has another reason.
bool ratio_decided(const CheckResult& check) {
  return check.ratio && check.threshold &&
         verdict_of(race_of(check, *check.threshold, *check.threshold).end) == check.verdict;
}

void say_race(CheckResult& check, const course::TimingOn& on) {
  if (check.verdict == Verdict::kPassed) {
    check.message.clear();
    check.hint.clear();
    return;
  }
  check.message = fmt::format(
      "n = {}: {:.3g} times as fast as the reference; full points from {:.3g} on, none below "
      "{:.3g}.",
      on.n, *check.ratio, on.full_at, on.zero_at);
}

/// The share of its points that a check has won, by the thresholds of now where it was a race.
double share_of(CheckResult& check, const course::Exercise& exercise) {
  const double before = check.points.possible > 0 ? check.points.won / check.points.possible : 0;
  const course::TimingRule* rule =
      check.kind == to_string(course::Kind::kTiming) ? exercise.timing_rule(check.task) : nullptr;
  const course::TimingOn* on = rule == nullptr ? nullptr : rule->on(check.backend);
  if (on == nullptr || !ratio_decided(check)) {
    return check.verdict == Verdict::kPassed ? 1 : before;
  }
  const course::RaceWorth race = race_of(check, on->full_at, on->zero_at);
  const Verdict verdict = verdict_of(race.end);
  constexpr double kCentOfShare = 0.01;  // the judge rounds points, not shares
  const bool changed = verdict != check.verdict || on->full_at != *check.threshold ||
                       std::abs(race.share - before) * check.points.possible > kCentOfShare;
  check.verdict = verdict;
  check.threshold = on->full_at;
  if (changed) {
    say_race(check, *on);
  }
  return race.share;
}

/// What a check's kind has to give: those for grading day have points of their own.
double points_of(const course::Exercise& exercise, const CheckResult& check) {
  const auto kind = kind_from(check.kind);
  return kind ? exercise.points_of_checks(*kind, check.hidden) : 0;
}

}  // namespace

double to_cents(double points) {
  return std::round(points * 100) / 100;
}

void add_up_checks(ExerciseResult& result, const course::Points& points) {
  result.notes.erase(std::remove_if(result.notes.begin(), result.notes.end(), is_of_scoring),
                     result.notes.end());
  withhold_points(result);
  result.status = Verdict::kSkipped;
  result.points = {0, points.total()};
  double not_judged = points.total();
  for (const CheckResult& check : result.checks) {
    result.status = worse(result.status, check.verdict);
    if (check.verdict != Verdict::kSkipped) {
      result.points.won += check.points.won;
      not_judged -= check.points.possible;
    }
  }
  if (result.status == Verdict::kSkipped || result.status == Verdict::kInternalError) {
    result.status = Verdict::kInternalError;
    result.points = {0, 0};
    return;
  }
  result.points.won = to_cents(result.points.won);
  if (to_cents(not_judged) > 0) {
    result.points.possible = to_cents(result.points.possible - not_judged);
    result.notes.push_back(
        fmt::format("{} of {} points{}", to_cents(not_judged), points.total(), kLeftOut));
  }
}

void forget_left_out(ExerciseResult& result) {
  result.notes.erase(std::remove_if(result.notes.begin(), result.notes.end(), is_left_out_text),
                     result.notes.end());
}

void score_result(ExerciseResult& result, const course::Exercise& exercise) {
  if (result.checks.empty()) {  // missing, not compiled, ended as a whole
    result.points = {0, is_judged(result.status) ? exercise.points.total() : 0};
    return;
  }
  for (CheckResult& check : result.checks) {
    const auto same_kind =
        std::count_if(result.checks.begin(), result.checks.end(), [&](const CheckResult& other) {
          return other.kind == check.kind && other.hidden == check.hidden;
        });
    const double possible = points_of(exercise, check) / static_cast<double>(same_kind);
    const double share = share_of(check, exercise);
    check.points = {share >= 1 ? possible : to_cents(possible * share), possible};
  }
  add_up_checks(result, exercise.points);
}

}  // namespace warpschool::grader
