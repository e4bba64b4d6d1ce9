// Shows which of a student's submissions counts, and why.
#include "report/history_view.hpp"

#include "report/check_view.hpp"
#include "report/words.hpp"
#include "result/grading.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader::report {
namespace {

std::string when(const PastSubmission& submission, const std::string& due) {
  if (!submission.handed_in.empty()) {
    return moment(at_clock_of(submission.handed_in, due));
  }
  return submission.place.empty() ? "not told by the platform" : submission.place;
}

/// The one that counts has the points of now, the others those of their day.
Object row_of(const PastSubmission& submission, const ExerciseResult& result) {
  const Verdict status = submission.counts ? result.status : submission.status;
  const Score& points = submission.counts ? result.points : submission.points;
  const bool judged = submission.counts ? result.has_points() : submission.judged;
  return {{"when", clean(when(submission, result.time.due))},
          {"past_class", judged ? class_of(status) : std::string("skipped")},
          {"past_word", judged ? word_of(status) : std::string("not judged")},
          {"past_points", judged && is_judged(status) ? score_text(points) : std::string()},
          {"why", why_it_counts(submission, result.history)}};
}

}  // namespace

List history_list(const ExerciseResult& result) {
  List rows;
  const std::vector<PastSubmission>& history = result.history;
  if (history.size() > 1 || (history.size() == 1 && !history.front().handed_in.empty())) {
    for (const PastSubmission& submission : history) {
      rows.emplace_back(row_of(submission, result));
    }
  }
  return rows;
}

std::string lost_submission(const ExerciseResult& result) {
  const auto judged = std::find_if(result.history.rbegin(), result.history.rend(),
                                   [](const PastSubmission& of) { return of.judged; });
  if (judged == result.history.rend() || is_handed_in(result.status)) {
    return {};
  }
  return fmt::format(
      "Handed in and graded before ({}, {}), but what was graded last does not hold it.",
      word_of(judged->status), score_text(judged->points));
}

}  // namespace warpschool::grader::report
