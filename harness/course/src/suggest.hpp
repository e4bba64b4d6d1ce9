// "Did you mean": the nearest known word to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

/// The known word nearest to `word`, or "" when none is near enough to be what was meant.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// "did you mean 'points'?" or, when nothing is near, "known: a, b, c". Empty for no known words.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace warpschool::course
