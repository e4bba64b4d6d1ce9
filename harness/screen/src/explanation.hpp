// Why a check did not pass, for the screen.
#pragma once

#include "warpschool/screen/screen.hpp"

#include <string>

namespace warpschool::screen {

/// The fault that the check's message speaks of, as it may have met several; null if of none.
const Fault* told_fault(const Check& check);

/// What happened, the line with a caret, and the mend. All of the judge's words if `look.verbose`.
/// @param said before on the screen: a line that is quoted there is not quoted again
std::string explanation(const Check& check, const Look& look, const std::string& said = {});

}  // namespace warpschool::screen
