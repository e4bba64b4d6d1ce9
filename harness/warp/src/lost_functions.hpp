// Functions that a stub had and a student's file has no more.
#pragma once

#include "tree.hpp"
#include "warpschool/screen/judge_result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::warp {

/// Names of the functions and kernels that a source defines outside of classes, in order.
std::vector<std::string> defined_functions(std::string_view source);

/// Of those that the stubs of the exercise define and its files do not: which of them `said` (by a
/// compiler, a linker or a judge) speaks of, and how to get them back. Empty: of none.
std::string lost_functions_text(const Tree& tree, const course::Exercise& exercise,
                                const std::string& said, const std::string& reset_command);

/// Where a check fails for a function that the stub had, the mend is to put it back.
void name_lost_functions(const Tree& tree, const course::Exercise& exercise,
                         const std::string& reset_command, screen::JudgeResult& result);

}  // namespace warpschool::warp
