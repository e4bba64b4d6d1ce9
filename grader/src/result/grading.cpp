// Turns points into grades by the scale of course.yaml.
#include "result/grading.hpp"

#include "support/moment.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace warpschool::grader {

double percent_of(const Score& score) {
  return score.possible > 0 ? std::round(1000 * score.won / score.possible) / 10 : 0;
}

bool is_to_be_measured_again(const ExerciseResult& result) {
  return !result.by_hand &&
         (result.status == Verdict::kInconclusive ||
          std::any_of(result.checks.begin(), result.checks.end(), [](const CheckResult& check) {
            return check.verdict == Verdict::kInconclusive;
          }));
}

std::vector<std::string> time_sentences(const ExerciseResult& result) {
  const Timeliness& time = result.time;
  std::vector<std::string> sentences;
  if (result.status == Verdict::kNotDueYet) {
    sentences.push_back(fmt::format("Due {}.", moment(time.due)));
  } else if (time.early) {
    sentences.push_back(fmt::format(
        "Due {} only: its points are no part of the percentage until then.", moment(time.due)));
  }
  if (time.days_late == 0 && !time.too_late) {
    return sentences;
  }
  const std::string days =
      fmt::format("{} {} late", time.days_late, time.days_late == 1 ? "day" : "days");
  std::string late = fmt::format(
      "Handed in {}, due {}: ", moment(at_clock_of(time.handed_in, time.due)), moment(time.due));
  if (result.by_hand) {
    late += fmt::format("{}; points given by hand lose nothing, and no late day is spent.",
                        time.too_late ? "too late to count" : days);
  } else if (time.too_late) {
    late += fmt::format("too late to count; {:g} points lost.", time.lost);
  } else {
    late += days;
    if (time.late_days > 0) {
      late += fmt::format(", {} of them paid with late days", time.late_days);
    }
    late += time.lost > 0 ? fmt::format("; {:g} points lost.", time.lost) : "; no points lost.";
  }
  sentences.push_back(std::move(late));
  return sentences;
}

std::string say(const Override& by_hand) {
  const std::string instead =
      by_hand.computed ? fmt::format(" instead of {:g}", *by_hand.computed) : std::string();
  return fmt::format("{:g} points{} given by {}, {}: {}", by_hand.points, instead, by_hand.by,
                     by_hand.at.substr(0, 10), by_hand.why);
}

bool have_times(const std::vector<PastSubmission>& history) {
  return std::none_of(history.begin(), history.end(),
                      [](const PastSubmission& of) { return of.handed_in.empty(); });
}

std::string why_it_counts(const PastSubmission& submission,
                          const std::vector<PastSubmission>& history) {
  const bool some = std::any_of(history.begin(), history.end(),
                                [](const PastSubmission& of) { return of.counts; });
  if (!submission.counts) {
    return some ? "does not count: another one was graded last"
                : "does not count: what was graded last does not hold it";
  }
  if (history.size() == 1) {
    return "counts: the only one";
  }
  return have_times(history) && &submission == &history.back()
             ? "counts: the latest"
             : "counts: what was graded last holds it";
}

std::string grade_for(const CourseInfo& course, double percent) {
  std::string best;
  double reached = -1;
  for (const auto& [grade, least] : course.grading) {
    if (percent >= least && least > reached) {
      best = grade;
      reached = least;
    }
  }
  return best;
}

}  // namespace warpschool::grader
