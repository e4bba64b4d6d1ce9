// From an address in the running program to a line of its source, by the line table that compilers
// leave in the file (simcc asks for one always). elfutils' libdw reads it.
#pragma once

#include "warpschool/sim/types.hpp"

namespace warpschool::sim::runtime {

/// The line that made the code at `pc`, wherever its file was loaded; line 0 if no table knows it.
/// May be called by several threads.
SourceLocation host_location(const void* pc);

/// The line of the program itself. Where the code at `pc` comes from headers of a library (the C++
/// library's, Thrust's), it is the line that called there, through inlined calls. As long as the
/// function at `pc` has not returned in this thread, its callers are looked at, too. What
/// host_location() says if there is none.
SourceLocation program_location(const void* pc);

/// The innermost line of the program itself among the callers of this function, for as long as they
/// have not returned; line 0 if none is known.
SourceLocation calling_line();

/// Is the code at `pc` of the library that this function is in?
bool is_of_the_runtime(const void* pc);

/// A place in headers that programs include and do not write.
bool is_in_a_library(const SourceLocation& place);

}  // namespace warpschool::sim::runtime
