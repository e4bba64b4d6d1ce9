// The state of pages and sectors that workers claim.
#include "exec/speculation/word_ownership.hpp"

#include <algorithm>
#include <new>

namespace warpschool::sim {
namespace {

/// Units of `size` bytes that the allocation shares a byte with.
std::uint64_t units_of(const Allocation& allocation, std::uint64_t size) {
  const DeviceAddress last = allocation.begin + std::max<std::uint64_t>(allocation.bytes, 1) - 1;
  return last / size - allocation.begin / size + 1;
}

}  // namespace

TrackedAllocation::TrackedAllocation(const Allocation& allocation)
    : begin(allocation.begin), bytes(allocation.bytes), backing(allocation.backing) {
  const std::uint64_t pages = units_of(allocation, kClaimPageBytes);
  const std::uint64_t sectors = units_of(allocation, kSectorBytes);
  const std::uint64_t bytes_of_pages = pages * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
  if (!tables.reserve(bytes_of_pages + sectors * sizeof(std::uint32_t),
                      LazyPages::PageSize::kSmall)) {
    throw std::bad_alloc();
  }
  saves =
      reinterpret_cast<std::atomic<std::uint32_t>*>(tables.data() + pages * sizeof(std::uint64_t));
  tags = saves + pages;
}

}  // namespace warpschool::sim
