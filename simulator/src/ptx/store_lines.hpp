// The lines of vector stores.
#pragma once

#include "ptx/ast.hpp"

namespace warpschool::sim::ptx {

/// Up to version 16 clang may merge several stores into one (those of a float4 or a pixel). It
/// gives that one the line of what follows it: often the closing brace, or the head of the loop.
/// Such stores get the line on which their address or their last value was computed. Inline
/// assembly has its own line.
void correct_store_lines(Function& function);

}  // namespace warpschool::sim::ptx
