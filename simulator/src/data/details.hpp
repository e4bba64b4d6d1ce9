// Fault::detail where it says what is special about a fault, beside those of
// warpschool/sim/fault.hpp: only who reports them and who explains them need these.
#pragma once

#include <string_view>

namespace warpschool::sim {

/// Of kHostPointer if the pointer is none of the kernel's arguments: it was read.
inline constexpr const char* kPointerOutOfMemory = "out of memory";

/// Of a note of kUninitialisedRead: the name of the __constant__ variable follows.
inline constexpr std::string_view kConstantNeverSet = "constant ";
/// The same, if other parts of it were set.
inline constexpr std::string_view kConstantPartNeverSet = "part of constant ";

}  // namespace warpschool::sim
