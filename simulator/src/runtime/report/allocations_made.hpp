// How many calls of the program allocated memory, whether it was released since or not.
#pragma once

#include "warpschool/sim/memory.hpp"

#include <cstdint>

namespace warpschool::sim::runtime {

struct AllocationsMade {
  std::uint64_t device = 0, managed = 0, pinned = 0;
};

/// A call has allocated. Safe from any thread.
void note_allocation(AllocationKind kind);

/// Since they were forgotten.
AllocationsMade allocations_made();
void forget_allocations_made();

}  // namespace warpschool::sim::runtime
