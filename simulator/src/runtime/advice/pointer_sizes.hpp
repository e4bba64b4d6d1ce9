// Copies of sizeof(p) bytes, where p is a pointer and not an array.
#pragma once

#include "runtime/copies/copy_engine.hpp"

#include <string>
#include <vector>

namespace warpschool::sim::runtime {

/// The arguments of the first call of `function` at `column` (from 1) of `text` or behind it,
/// without blanks; none if the call does not end in `text`.
std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function);

/// A note where a copy takes as many bytes as a pointer or a std::vector has itself, and its source
/// line says sizeof of that. Of sides that may be arrays of that size nothing is said.
/// @param copy both its sides were found to be right.
void note_size_of_pointer(Runtime& runtime, const Copy& copy);

}  // namespace warpschool::sim::runtime
