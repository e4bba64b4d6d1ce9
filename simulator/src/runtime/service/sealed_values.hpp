// Values that pass between judge and device memory and are never the program's: the inputs of a
// question, and the answers to it.
#pragma once

#include "runtime/wire/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpschool::sim::runtime::service {

/// Another question begins. `file` has `bytes` bytes of inputs (-1: there are none) and is closed.
/// False where it cannot be mapped.
bool begin_sealed_values(int file, std::uint64_t bytes);

/// Answer a Special each: read its arguments, write the results. The program names places: within
/// the inputs, and in device memory, which is looked up. Throw Malformed.
void take_input(wire::Reader& in, wire::Writer& out);
void is_input(wire::Reader& in, wire::Writer& out);
void give_output(wire::Reader& in, wire::Writer& out);

/// What give_output() has got, one behind the other in a file, and how large each is. Nothing is
/// left; the file is the caller's.
struct Outputs {
  int file = -1;  ///< a file in memory that does not shrink any more; -1: there is none
  std::vector<std::uint64_t> bytes;
  std::uint64_t all_bytes = 0;
};
Outputs take_outputs();

}  // namespace warpschool::sim::runtime::service
