// "Did you mean": the nearest known word to a mistyped one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

/// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word nearest to `word`, or "" when none is near enough to be what was meant.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'points'?" or, when nothing is near, "known: a, b, c". Empty for no known words.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace warpschool::course
