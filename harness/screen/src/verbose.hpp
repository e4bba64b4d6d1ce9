// What warp check --verbose tells below the short screen.
#pragma once

#include "warpschool/screen/screen.hpp"

#include <string>

namespace warpschool::screen {

/// What the screen says already.
struct Above {
  const Look& look;
  const std::string& text;
};

/// Every check with all that its judge said, seed and command.
/// @param told the check that is explained above; nullptr: all passed
std::string everything_else(const JudgeResult& result, const Check* told, const Context& context,
                            const Above& above);

}  // namespace warpschool::screen
