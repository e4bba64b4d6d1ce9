// Counts allocating calls: one device a process, so one count of each kind.
#include "runtime/report/allocations_made.hpp"

#include <atomic>

namespace warpschool::sim::runtime {
namespace {

std::atomic<std::uint64_t> made_of_device, made_managed, made_pinned;

}  // namespace

void note_allocation(AllocationKind kind) {
  std::atomic<std::uint64_t>& made = kind == AllocationKind::kManaged      ? made_managed
                                     : kind == AllocationKind::kPinnedHost ? made_pinned
                                                                           : made_of_device;
  made.fetch_add(1, std::memory_order_relaxed);
}

AllocationsMade allocations_made() {
  return {made_of_device, made_managed, made_pinned};
}

void forget_allocations_made() {
  made_of_device = 0;
  made_managed = 0;
  made_pinned = 0;
}

}  // namespace warpschool::sim::runtime
