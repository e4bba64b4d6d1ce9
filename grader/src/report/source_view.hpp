// A student's source as HTML: numbered lines, the faulty ones marked with what went wrong beside
// them.
#pragma once

#include "class_result.hpp"
#include "line_notes.hpp"

#include <string>
#include <vector>

namespace warpschool::grader::report {

/// The id of a line on the page: "vector_add-L12".
std::string line_anchor(const std::string& exercise, int line);

/// Trusted HTML (everything in it escaped). Lines beyond `max_lines` are left out with a word about
/// it.
std::string annotated_source(const ExerciseResult& result, const std::vector<LineNote>& notes,
                             int max_lines = 5000);

}  // namespace warpschool::grader::report
