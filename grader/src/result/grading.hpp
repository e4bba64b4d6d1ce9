// From points to a grade: what grades.csv, grades.json and the report must agree on.
#pragma once

#include "result/class_result.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

/// To one decimal; 0 where there is nothing to be had.
double percent_of(const Score& score);

/// The machine could not tell some time: the next grade measures again. Points by hand settle it.
bool is_to_be_measured_again(const ExerciseResult& result);

/// What the calendar made of a result, in sentences; none where it made nothing.
std::vector<std::string> time_sentences(const ExerciseResult& result);

/// "8 points instead of 5 given by kim, 2027-03-01: the judge was too strict."
std::string say(const Override& by_hand);

/// Whether all submissions have a time.
bool have_times(const std::vector<PastSubmission>& history);

/// "counts: it is the latest", or why it does not.
std::string why_it_counts(const PastSubmission& submission,
                          const std::vector<PastSubmission>& history);

/// The grade that `percent` reaches on the course's scale, or an empty word.
std::string grade_for(const CourseInfo& course, double percent);

}  // namespace warpschool::grader
