// Machine instructions of the functions of the maths library.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpschool::sim {

/// On the way of an ordinary argument, at most 255; of a function that is not known 12.
std::uint8_t function_slots(std::string_view name);

}  // namespace warpschool::sim
