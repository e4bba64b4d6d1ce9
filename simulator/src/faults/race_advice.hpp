// How to mend a race: the sentences behind what happened.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <string>

namespace warpschool::sim::explanations {

/// The two use the whole of an allocation or a variable.
bool is_one_value(const Fault& fault);

/// Of threads that were to have an element each, and compute the same index; else empty.
/// @param fault has another party.
std::string advice_for_writers(const Fault& fault);

/// @param fault has another party of the same launch.
std::string advice_for_race(const Fault& fault);

}  // namespace warpschool::sim::explanations
