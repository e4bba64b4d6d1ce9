// Why a check did not pass, for the screen.
#pragma once

#include "warpschool/screen/screen.hpp"

#include <string>

namespace warpschool::screen {

/// The fault that the check's message speaks of, as it may have met several; null if of none.
const Fault* told_fault(const Check& check);

/// What happened, the line with a caret, and the mend. All of the judge's words if `look.verbose`.
std::string explanation(const Check& check, const Look& look);

}  // namespace warpschool::screen
