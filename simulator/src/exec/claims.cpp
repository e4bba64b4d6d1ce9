#include "exec/claims.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Units of `size` bytes that the allocation shares a byte with.
std::uint64_t units_of(const Allocation& allocation, std::uint64_t size) {
  const DeviceAddress last = allocation.begin + std::max<std::uint64_t>(allocation.bytes, 1) - 1;
  return last / size - allocation.begin / size + 1;
}

}  // namespace

TrackedAllocation::TrackedAllocation(const Allocation& allocation)
    : begin(allocation.begin),
      bytes(allocation.bytes),
      backing(allocation.backing),
      tags(units_of(allocation, kSectorBytes)),
      pages(units_of(allocation, kClaimPageBytes)),
      saves(units_of(allocation, kClaimPageBytes)) {}

}  // namespace warpschool::sim
