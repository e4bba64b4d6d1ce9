// What is told of an exercise that does not build.
#pragma once

#include "tree.hpp"
#include "warpschool/screen/screen.hpp"

#include <string>

namespace warpschool::warp {

/// The line of that number, from 1; empty if there is none.
std::string line_of(const std::string& text, int number);

/// What the exercise forbids, as a compiler would say it, with the line and a caret; empty if there
/// is nothing of the kind.
std::string forbidden_text(const Tree& tree, const course::Exercise& exercise);

/// The first errors, what mends them if that is known, and the next step.
/// @param said by compiler and linker
std::string unbuilt_text(const Tree& tree, const course::Exercise& exercise,
                         const screen::Context& context, const std::string& said);

}  // namespace warpschool::warp
