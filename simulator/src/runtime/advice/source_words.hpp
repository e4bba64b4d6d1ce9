// A line of the program's source as words and expressions, for advice that looks at it.
#pragma once

#include <cstddef>
#include <string>

namespace warpschool::sim::runtime {

/// Without comments behind "//" and without blanks, but for those between two words.
std::string squeeze(const std::string& line);

/// Where `name` stands as a word of its own, not as a member of something; npos: nowhere.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t from = 0);

/// What stands from `at` to the end of the expression.
std::string expression_at(const std::string& text, std::size_t at);

/// Without parentheses around it all, and casts to size_t before it.
std::string bare(std::string text);

/// Does `bytes` say "`count` times sizeof of something"? Times a number may as well be a buffer of
/// so many parts.
bool is_size_of(const std::string& bytes, const std::string& count);

/// The text without its factor `factor`; empty: it has none.
std::string without_factor(const std::string& text, const std::string& factor);

/// Is the text a name alone?
bool is_name(const std::string& text);
/// Or digits alone?
bool is_number(const std::string& text);

}  // namespace warpschool::sim::runtime
