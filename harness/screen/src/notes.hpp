// What is worth knowing beside the verdicts.
#pragma once

#include "warpschool/screen/screen.hpp"

#include <string>

namespace warpschool::screen {

/// Those of all checks and of this run, each once.
std::string notes(const JudgeResult& result, const Context& context, const Look& look);

}  // namespace warpschool::screen
