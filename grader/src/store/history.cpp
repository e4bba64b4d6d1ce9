// Lists a student's submissions to an exercise, oldest first.
#include "store/history.hpp"

#include "result/grading.hpp"

#include <algorithm>

namespace warpschool::grader {
namespace {

/// Where there is none yet: a new one.
PastSubmission& submission_of(std::vector<PastSubmission>& history, const std::string& files) {
  const auto known = std::find_if(history.begin(), history.end(), [&](const PastSubmission& of) {
    return of.files == files && !files.empty();
  });
  if (known != history.end()) {
    return *known;
  }
  history.emplace_back();
  history.back().files = files;
  return history.back();
}

}  // namespace

std::vector<PastSubmission> history_of(const RollEntry& entry,
                                       const std::vector<Attempt>& attempts) {
  std::vector<PastSubmission> history;
  for (const PastSubmission& earlier : entry.earlier) {
    PastSubmission& known = submission_of(history, earlier.files);
    known = earlier;
  }
  for (const Attempt& attempt : attempts) {
    PastSubmission& known = submission_of(history, attempt.key.files);
    known.judged = true;
    known.status = verdict_from(attempt.status).value_or(Verdict::kInternalError);
    known.points = attempt.points;
    known.handed_in = attempt.handed_in.empty() ? known.handed_in : attempt.handed_in;
    known.place.clear();
  }
  if (!entry.missing) {
    submission_of(history, entry.key.files).counts = true;
    // What is graded now comes last, unless times say otherwise.
    std::stable_partition(history.begin(), history.end(),
                          [](const PastSubmission& of) { return !of.counts; });
  }
  if (have_times(history)) {
    std::stable_sort(history.begin(), history.end(),
                     [](const PastSubmission& left, const PastSubmission& right) {
                       return left.handed_in < right.handed_in;
                     });
  }
  return history;
}

}  // namespace warpschool::grader
