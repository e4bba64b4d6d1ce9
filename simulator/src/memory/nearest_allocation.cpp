// Finds the allocation that a wrong address was most likely meant for.
#include "memory/memory_impl.hpp"

#include <algorithm>
#include <string_view>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kNearBytes = std::uint64_t{1} << 20;
/// Beside a __managed__ variable lie the program's own variables, and tables of its functions.
constexpr std::uint64_t kNearOnHost = 256;

/// How the source declares a variable of a module; empty of other memory.
std::string qualifier(const Allocation& allocation) {
  if (allocation.name().empty()) {
    return {};
  }
  switch (allocation.kind) {
    case AllocationKind::kModuleConst:
      return "__constant__";
    case AllocationKind::kManaged:
      return "__managed__";
    default:
      return "__device__";
  }
}

/// What clang makes of threadIdx and its kin without optimisation: of no use to programs.
bool is_index_variable(const Allocation& allocation) {
  static constexpr std::string_view kNames[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                "warpSize"};
  return allocation.bytes == 1 &&
         std::find(std::begin(kNames), std::end(kNames), allocation.name()) != std::end(kNames);
}

/// How far an access is from an allocation; 0 if they share a byte or touch. Indexes rather run
/// over the end than below the begin, and below it by a few: what lies in between belongs to the
/// allocation before.
std::uint64_t gap(const Allocation& allocation, DeviceAddress address, std::uint64_t bytes) {
  constexpr std::uint64_t kRarer = 4;
  if (address < allocation.begin) {
    const std::uint64_t before = allocation.begin - address;
    return before > bytes ? kRarer * (before - bytes) : 0;
  }
  const DeviceAddress end = allocation.begin + allocation.bytes;
  return address > end ? address - end : 0;
}

std::int64_t distance(const Allocation& allocation, DeviceAddress address, std::uint64_t bytes) {
  if (address < allocation.begin) {
    return -static_cast<std::int64_t>(allocation.begin - address);
  }
  const DeviceAddress end = allocation.begin + allocation.bytes;
  return address + bytes > end ? static_cast<std::int64_t>(address + bytes - end) : 0;
}

/// The better of `best` and the neighbours of the address in this index.
void consider(const AddressIndex& index, DeviceAddress address, std::uint64_t bytes,
              const Allocation*& best) {
  const Allocation* before = index.last_at_or_before(address);
  while (before != nullptr && is_index_variable(*before)) {
    before = index.last_at_or_before(before->begin - 1);
  }
  const Allocation* after = index.first_after(address);
  while (after != nullptr && is_index_variable(*after)) {
    after = index.first_after(after->begin);
  }
  for (const Allocation* candidate : {before, after}) {
    if (candidate != nullptr &&
        (best == nullptr || gap(*candidate, address, bytes) < gap(*best, address, bytes))) {
      best = candidate;
    }
  }
}

}  // namespace

const Allocation* Memory::find_freed(DeviceAddress address) const {
  const Allocation* last = impl_->freed.last_at_or_before(address);
  return last != nullptr && last->contains(address, 1) ? last : nullptr;
}

std::optional<AllocationRef> Memory::nearest(DeviceAddress address, std::uint64_t bytes) const {
  const Allocation* best = find(address);
  if (best == nullptr) {
    best = find_freed(address);
  }
  if (best == nullptr) {
    constexpr std::uint64_t kFreedRarer = 64;
    const Allocation* freed = nullptr;
    consider(impl_->live, address, bytes, best);
    consider(impl_->freed, address, bytes, freed);
    if (freed != nullptr && (best == nullptr || kFreedRarer * gap(*freed, address, bytes) <
                                                    gap(*best, address, bytes))) {
      best = freed;
    }
  }
  if (best == nullptr) {
    return std::nullopt;
  }
  const bool on_host = best->kind == AllocationKind::kManaged && !best->name().empty();
  const std::uint64_t near = std::max(on_host ? kNearOnHost : kNearBytes, best->bytes);
  if (gap(*best, address, bytes) > near) {
    return std::nullopt;
  }
  return AllocationRef{best->begin,
                       best->bytes,
                       best->name(),
                       best->origin(),
                       distance(*best, address, bytes),
                       qualifier(*best),
                       {},
                       best->pitch,
                       best->element_bytes()};
}

}  // namespace warpschool::sim
