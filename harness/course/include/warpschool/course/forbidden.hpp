// What can be said about a submission by reading it: warp and the grader say the same.
#pragma once

#include "warpschool/course/course.hpp"

#include <string>
#include <string_view>

namespace warpschool::course {

/// The text with comments, strings and character constants blanked out; line breaks stay.
std::string without_comments(std::string_view source);

/// Where `word` stands in the text as a whole identifier; npos: nowhere.
std::size_t find_identifier(std::string_view text, std::string_view word);

/// Identifiers that the exercise forbids and the code of this file (not its comments) uses, each
/// where it stands first. What a macro pastes together is not seen.
/// @param name of the file, for the diagnostics
Diagnostics forbidden_words(const Exercise& exercise, const std::string& name,
                            std::string_view source);

}  // namespace warpschool::course
