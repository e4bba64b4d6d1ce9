// What can be said about a submission by reading it. Notes only: no verdict depends on them.
#pragma once

#include "pipeline/submissions.hpp"
#include "warpschool/course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// The text with comments, strings and character constants blanked out; line breaks stay.
std::string without_comments(std::string_view source);

/// Whether `word` stands in the text as a whole identifier.
bool has_identifier(std::string_view text, std::string_view word);

/// Forbidden identifiers that the code (not its comments) uses.
std::vector<std::string> source_notes(const course::Exercise& exercise,
                                      const Submission& submission);

}  // namespace warpschool::grader
