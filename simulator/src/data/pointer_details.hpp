// What the runtime knows of a pointer and the simulator does not.
#pragma once

namespace warpschool::sim {

/// Fault::detail of kHostPointer if the pointer is none of the kernel's arguments: it was read.
inline constexpr const char* kPointerOutOfMemory = "out of memory";

}  // namespace warpschool::sim
