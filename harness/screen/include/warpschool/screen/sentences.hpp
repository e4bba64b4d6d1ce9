// Text for a screen: sentences, lines of a width, and what a student's program printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::screen {

/// Columns that every terminal has.
inline constexpr std::size_t kScreenWidth = 80;

/// Bytes of UTF-8 beyond the first of a character.
bool is_continuation(char byte);

/// Splits at a full stop, question mark or exclamation mark before a blank and a capital letter.
std::vector<std::string> sentences_of(std::string_view text);

/// The text in lines of at most `width` bytes, each behind `indent`; words are not torn apart.
std::string wrapped(std::string_view text, std::string_view indent, std::size_t width);

/// One line of foreign text: control characters become blanks, what is too long is cut.
std::string tame_line(std::string_view line, std::size_t width);

/// What a student's code printed: the first lines, tamed, behind a bar. Says how many lines are
/// left out.
std::string printed_text(std::string_view output, std::size_t most_lines, std::size_t width);

}  // namespace warpschool::screen
