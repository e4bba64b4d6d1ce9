// A student's source as HTML: numbered lines, the faulty ones marked with what went wrong beside
// them.
#pragma once

#include "report/line_notes.hpp"
#include "result/class_result.hpp"

#include <string>
#include <vector>

namespace warpschool::grader::report {

/// The id of a line on the page: "vector_add-L12".
std::string line_anchor(const std::string& exercise, int line);

/// The result as if the files of the submission had been handed in one by one, in their order: what
/// the other functions show of each. Ids of lines of further files hold the file's name.
std::vector<ExerciseResult> file_by_file(const ExerciseResult& result);

/// Trusted HTML (everything in it escaped). Lines beyond `max_lines` are left out with a word about
/// it.
std::string annotated_source(const ExerciseResult& result, const std::vector<LineNote>& notes,
                             int max_lines = 5000);

}  // namespace warpschool::grader::report
