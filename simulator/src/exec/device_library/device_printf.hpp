// Device printf: formats on the host what a lane passed to vprintf.
#pragma once

#include "exec/schedule/warp.hpp"

#include <string>

namespace warpschool::sim {

/// Appends the text; `buffer` is the generic address of the arguments (each at its natural
/// alignment). Returns the number of arguments, as CUDA's printf does.
int format_guest(Warp& warp, unsigned lane, DeviceAddress format_address, DeviceAddress buffer,
                 std::string& text);

}  // namespace warpschool::sim
