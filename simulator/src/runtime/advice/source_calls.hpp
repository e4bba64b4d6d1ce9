// Calls in the program's source, and their arguments.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {

/// Does a call that fits stand in that file? @param function how its name begins
/// @param fits is given its arguments
bool has_call(const std::string& file, const std::string& function,
              const std::function<bool(const std::vector<std::string>&)>& fits);

/// Does the word stand in that file, or in a header that it includes in quotes, outside of
/// comments?
bool mentions(const std::string& file, const std::string& word);

/// The arguments of the first call of `function` at `column` (from 1) of `text` or behind it,
/// without blanks; none if the call does not end in `text`.
std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function);

/// The arguments of the calls of `function` that begin in that line, call by call.
std::vector<std::vector<std::string>> calls_in_line(const SourceLocation& where,
                                                    const std::string& function);

}  // namespace warpschool::sim::runtime
