// From an address in the running program to a line of its source, by the line table that compilers
// leave in the file (simcc asks for one always). elfutils' libdw reads it.
#pragma once

#include "warpschool/sim/types.hpp"

namespace warpschool::sim::runtime {

/// The line that made the code at `pc`, wherever its file was loaded; line 0 if no table knows it.
/// May be called by several threads.
SourceLocation host_location(const void* pc);

}  // namespace warpschool::sim::runtime
