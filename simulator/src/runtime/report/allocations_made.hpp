// How many calls of the program allocated memory, whether it was released since or not, and what
// of it host code could read.
#pragma once

#include "warpschool/sim/memory.hpp"

#include <cstdint>
#include <string>

namespace warpschool::sim::runtime {

struct AllocationsMade {
  std::uint64_t device = 0, managed = 0, pinned = 0;
};

/// A call has allocated. Safe from any thread.
void note_allocation(AllocationKind kind);

/// Memory that host code reads as kernels do: pinned, mapped, managed, registered.
struct HostMemory {
  std::uint64_t bytes = 0;
  std::uint64_t largest_bytes = 0;
  std::string largest;  ///< where the largest was made, or the name of a variable

  /// Nothing where it is memory of the device alone.
  void add(const Allocation& allocation);
};

/// A call releases it. With the runtime's lock.
void note_release(const Allocation& allocation);
/// A released one as faults name it, with the call that released it.
AllocationRef named_with_its_release(const Allocation& released);
/// What was released of such memory since allocations were forgotten.
const HostMemory& host_memory_released();

/// Since they were forgotten.
AllocationsMade allocations_made();
void forget_allocations_made();

}  // namespace warpschool::sim::runtime
