// Kernels that write __constant__ variables. nvcc refuses them; an optimising clang (from 17 on)
// leaves the write out without a word.
//
// So host_defines.h declares such variables as guarded by a lock that nobody ever holds. clang's
// analysis of thread safety then names each assignment in device code. What is written through a
// pointer it does not see: that is a fault of the running kernel, if the write is still there.
#pragma once

#include <string>
#include <vector>

namespace warpschool::simcc {

/// Options for the device side of a source with __constant__ variables, in place of -w.
std::vector<std::string> constant_write_options();

/// The device side's messages without warnings, which the host side shows, and with its writes of
/// constants as errors. @param refused becomes true if there is one.
std::string tell_constant_writes(const std::string& messages, bool& refused);

}  // namespace warpschool::simcc
