// How to mend an access beside an allocation: the sentences behind what happened.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace warpschool::sim::explanations {

/// An unsigned number that went below 0, and what it is as an int; nothing: it is no such index.
std::optional<std::int32_t> wrapped_index(const Fault& fault);

/// What makes an index negative; one from -128 to -17 may be a char of 128 or more.
const char* advice_before_the_begin(const Fault& fault);

/// @param fault has an allocation, and lies behind it.
std::string advice_past_the_end(const Fault& fault);

}  // namespace warpschool::sim::explanations
