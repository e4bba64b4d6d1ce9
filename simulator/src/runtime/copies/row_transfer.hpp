// Moves the bytes of a copy, whichever process they lie in.
#pragma once

#include "runtime/copies/copy_endpoints.hpp"

namespace warpschool::sim::runtime {

/// False if host memory cannot be read or written.
bool move_bytes(const Copy& copy, const Place& to, const Place& from);

}  // namespace warpschool::sim::runtime
