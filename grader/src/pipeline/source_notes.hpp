// What can be said about a submission by reading it.
#pragma once

#include "pipeline/submissions.hpp"
#include "warpschool/course/course.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// The text with comments, strings and character constants blanked out; line breaks stay.
std::string without_comments(std::string_view source);

/// Where `word` stands in the text as a whole identifier; npos: nowhere.
std::size_t find_identifier(std::string_view text, std::string_view word);

/// Identifiers that course.yaml forbids and the code (not its comments) uses, each where it stands
/// first. What a macro pastes together is not seen.
Diagnostics forbidden_words(const course::Exercise& exercise, const Submission& submission);

}  // namespace warpschool::grader
