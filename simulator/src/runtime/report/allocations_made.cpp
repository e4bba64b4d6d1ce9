// Counts allocating calls: one device a process, so one count of each kind.
#include "runtime/report/allocations_made.hpp"

#include "runtime/base/call_site.hpp"

#include <atomic>

namespace warpschool::sim::runtime {
namespace {

std::atomic<std::uint64_t> made_of_device, made_managed, made_pinned;
HostMemory g_released;

}  // namespace

void HostMemory::add(const Allocation& allocation) {
  if (allocation.kind != AllocationKind::kManaged &&
      allocation.kind != AllocationKind::kPinnedHost) {
    return;
  }
  bytes += allocation.bytes;
  if (allocation.bytes > largest_bytes) {
    largest_bytes = allocation.bytes;
    largest = allocation.origin().empty() ? allocation.name() : allocation.origin();
  }
}

void note_release(const Allocation& allocation) {
  g_released.add(allocation);
}

AllocationRef named_with_its_release(const Allocation& released) {
  AllocationRef named{released.begin, released.bytes, released.name(), released.origin(), 0, {}};
  if (released.freed_from != nullptr) {
    named.freed_at = origin_of_call(released.freed_from);
  }
  return named;
}

const HostMemory& host_memory_released() {
  return g_released;
}

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
  g_released = {};
}

}  // namespace warpschool::sim::runtime
