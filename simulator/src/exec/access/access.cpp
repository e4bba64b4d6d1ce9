// The slow path of a memory access: finds the allocation, learns the lanes' pattern, reports
// mistakes.
#include "exec/access/access.hpp"

#include "exec/access/traffic_counters.hpp"
#include "exec/launch/grid.hpp"
#include "exec/speculation/speculation.hpp"
#include "memory/shadow.hpp"
#include "memory/window.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kReach = 1ull << 30;
constexpr std::uint64_t kMostShared = 1ull << 18;  // more than a block of any device has

/// The lanes' addresses in the request's space, as AccessRequest::first. Lanes of a generic access
/// that point elsewhere drop out of `lanes`.
std::array<DeviceAddress, kWarpSize> addresses_of(const Warp& warp, const AccessRequest& request,
                                                  LaneMask& lanes) {
  std::array<DeviceAddress, kWarpSize> result{};
  const auto* base = reinterpret_cast<const std::uint64_t*>(warp.frame + request.slot);
  lanes = request.active;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const LaneMask bit = LaneMask{1} << l;
    if ((request.active & bit) == 0) {
      continue;
    }
    const DeviceAddress address = base[l] + static_cast<std::uint64_t>(request.displacement);
    result[l] = address - first_address_of(request.space);
    if (request.generic) {
      lanes &= space_of(address) == request.space ? ~LaneMask{0} : ~bit;
      result[l] -= window_of(request.space);
    }
  }
  return result;
}

/// What an access may use of its space.
struct Room {
  std::uint64_t begin = 0, end = ~0ull;

  bool holds(DeviceAddress address, std::uint64_t bytes) const {
    return address >= begin && address <= end && bytes <= end - address;
  }
};

Room room_of(const Warp& warp, const AccessRequest& request) {
  const Extents& variable = warp.sites[request.site].variable;
  switch (request.space) {
    case Space::kShared:
      return {variable.begin, std::min(variable.end, warp.shared_bytes)};
    case Space::kLocal:
      return {variable.begin, std::min(variable.end, warp.local_stride)};
    case Space::kParam:
      return {0, request.instruction->target == 0 ? warp.grid->program.parameter_bytes : ~0ull};
    default:
      return {};
  }
}

bool is_device_memory(Space space) {
  return space == Space::kGlobal || space == Space::kConst;
}

[[noreturn]] void fail(Warp& warp, const AccessRequest& request, FaultKind kind,
                       DeviceAddress address, LaneMask lanes) {
  GuestFault guest;
  Fault& fault = guest.fault;
  guest.lanes = lanes;
  fault.kind = kind;
  fault.space = request.space;
  fault.address = address;
  fault.access_bytes = request.bytes;
  fault.is_write = request.kind != AccessKind::kLoad;
  fault.is_atomic = request.kind == AccessKind::kAtomic;
  if (const std::uint64_t below = kSharedWindow + kFirstAddress - address;
      request.generic && is_device_memory(request.space) && below <= kMostShared) {
    // A generic address just below the window: an index below 0 in the first shared variable.
    fault.kind = FaultKind::kOutOfBounds;
    fault.space = Space::kShared;
    fault.address = 0 - below;
    const Extents& variable = warp.sites[request.site].variable;
    fault.allocation = warp.grid->shared_allocation(variable, variable.begin, request.bytes);
    fault.allocation->distance = -static_cast<std::int64_t>(below) - variable.begin;
  } else if (is_device_memory(request.space)) {
    fault.allocation = warp.grid->memory.nearest(address, request.bytes);
  } else if (request.space == Space::kShared) {
    fault.allocation =
        warp.grid->shared_allocation(warp.sites[request.site].variable, address, request.bytes);
  }
  throw guest;
}

/// True: every group of lanes is uniform or consecutive.
bool learn_groups(MemorySite& site, const AccessRequest& request) {
  unsigned consecutive = 0;
  for (unsigned group = 0; group < kWarpSize / kGroupLanes; ++group) {
    const std::int32_t* const delta = site.delta + std::size_t{group} * kGroupLanes;
    const std::int32_t step = delta[1] - delta[0];
    if (step != 0 && step != static_cast<std::int32_t>(request.bytes)) {
      return false;
    }
    for (unsigned l = 2; l < kGroupLanes; ++l) {
      if (delta[l] - delta[l - 1] != step) {
        return false;
      }
    }
    consecutive |= step != 0 ? 1u << group : 0u;
  }
  site.consecutive_groups = static_cast<std::uint8_t>(consecutive);
  return true;
}

void learn_pattern(Warp& warp, MemorySite& site, const AccessRequest& request) {
  std::copy(warp.delta, warp.delta + kWarpSize, site.delta);
  std::fill(std::begin(site.sector_phases), std::end(site.sector_phases), 0u);
  site.mask = request.active;
  ++site.version;
  site.space = request.space;
  site.phase = static_cast<std::uint32_t>(request.first) & (kLineBytes - 1);
  site.low = site.high = 0;
  bool uniform = true;
  bool consecutive = request.active == kAllLanes;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    site.low = std::min(site.low, site.delta[l]);
    site.high = std::max(site.high, site.delta[l]);
    uniform &= site.delta[l] == 0;
    consecutive &= site.delta[l] == static_cast<std::int32_t>(l * request.bytes);
  }
  site.pattern = uniform                       ? Pattern::kUniform
                 : consecutive                 ? Pattern::kConsecutive
                 : learn_groups(site, request) ? Pattern::kGroups
                                               : Pattern::kGather;
  if (warp.counting) {
    learn_counts(warp, site, request);
  }
}

void set_allocation(Warp& warp, const AccessRequest& request, MemorySite& site,
                    const Allocation& found) {
  if (found.kind == AllocationKind::kModuleConst && request.kind != AccessKind::kLoad) {
    fail(warp, request, FaultKind::kOutOfBounds, request.first, request.active);
  }
  if (warp.speculation != nullptr) {
    warp.speculation->enter(site, found, request.kind);
  }
  site.begin = found.begin;
  site.end = found.begin + found.bytes;
  site.backing = found.backing;
  site.shadow = found.shadow.get();
  site.generation = warp.grid->memory.generation();
  site.is_constant = warp.grid->is_constant(found);
  site.in_constants = found.kind == AllocationKind::kModuleConst;
}

/// Lanes whose access is a mistake, and those that another request has to serve.
struct LaneFaults {
  LaneMask misaligned = 0, outside = 0, apart = 0;
};

/// Is all of a lane's access in the allocation that the first lane uses, in another one, or in
/// none?
void look_up(const Memory& memory, const Allocation* allocation, DeviceAddress address,
             std::uint32_t bytes, LaneMask lane, LaneFaults& faults) {
  if (allocation != nullptr && allocation->contains(address, bytes)) {
    return;
  }
  if (memory.find(address, bytes) != nullptr) {
    faults.apart |= lane;
    return;
  }
  // What lies inside but for its alignment is misaligned: a device looks at that first.
  const DeviceAddress aligned = address & ~DeviceAddress{bytes - 1};
  faults.outside |= memory.find(aligned, bytes) != nullptr ? 0 : lane;
}

void fail_if_wrong(Warp& warp, const AccessRequest& request,
                   const std::array<DeviceAddress, kWarpSize>& address, const LaneFaults& faults) {
  if (faults.outside != 0) {
    const DeviceAddress wrong = address[lowest_lane(faults.outside)];
    const FaultKind kind = is_device_memory(request.space)
                               ? kind_of_bad_address(warp.grid->memory, wrong)
                               : FaultKind::kOutOfBounds;
    fail(warp, request, kind, wrong, faults.outside);
  }
  if (faults.misaligned != 0) {
    fail(warp, request, FaultKind::kMisaligned, address[lowest_lane(faults.misaligned)],
         faults.misaligned);
  }
}

}  // namespace

FaultKind kind_of_bad_address(const Memory& memory, DeviceAddress address) {
  constexpr DeviceAddress kFirstPage = 0x10000;
  if (memory.find_freed(address) != nullptr) {
    return FaultKind::kUseAfterFree;
  }
  const bool is_device =
      memory.in_device_window(address) || address < kFirstPage || (address >> 47) != 0;
  if (is_device || memory.find(address) != nullptr) {
    return FaultKind::kOutOfBounds;
  }
  // Managed and pinned memory lies among the host's own: close to it, an index went too far.
  constexpr std::int64_t kCloseBytes = 16384;
  const std::optional<AllocationRef> nearest = memory.nearest(address, 1);
  if (nearest && std::abs(nearest->distance) <= kCloseBytes) {
    return FaultKind::kOutOfBounds;
  }
  return is_host_address(address) ? FaultKind::kHostPointer : FaultKind::kOutOfBounds;
}

void fail_bounds(Warp& warp, const AccessRequest& request) {
  LaneMask lanes = 0;
  const auto address = addresses_of(warp, request, lanes);
  const Room room = room_of(warp, request);
  LaneMask outside = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    outside |= room.holds(address[lane], request.bytes) ? 0 : LaneMask{1} << lane;
  }
  fail(warp, request, FaultKind::kOutOfBounds,
       address[static_cast<unsigned>(__builtin_ctz(outside | 1u << 31))], outside);
}

LaneMask learn_access(Warp& warp, const AccessRequest& asked, MemorySite& site) {
  AccessRequest request = asked;
  LaneMask lanes = 0;
  const auto address = addresses_of(warp, request, lanes);
  const DeviceAddress first = address[lowest_lane(lanes)];
  const Room room = room_of(warp, request);
  const Memory& memory = warp.grid->memory;
  const bool in_memory = is_device_memory(request.space);
  const Allocation* allocation = in_memory ? memory.find(first, request.bytes) : nullptr;
  LaneFaults faults;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = lowest_lane(rest);
    const LaneMask bit = LaneMask{1} << lane;
    faults.misaligned |= (address[lane] & (request.bytes - 1)) != 0 ? bit : 0;
    if (in_memory) {
      look_up(memory, allocation, address[lane], request.bytes, bit, faults);
    } else {
      faults.outside |= room.holds(address[lane], request.bytes) ? 0 : bit;
    }
    faults.apart |= address[lane] - first + kReach >= 2 * kReach ? bit : 0;
  }
  fail_if_wrong(warp, request, address, faults);
  request.active = lanes & ~faults.apart;
  request.first = first;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const bool served = (request.active >> l & 1u) != 0;
    warp.delta[l] = served ? static_cast<std::int32_t>(address[l] - first) : 0;
  }
  if (allocation != nullptr) {
    set_allocation(warp, request, site, *allocation);
  }
  learn_pattern(warp, site, request);
  return request.active;
}

void adopt_shared_pattern(Warp& warp, const AccessRequest& request, MemorySite& site,
                          Pattern pattern, std::int32_t low, std::int32_t high) {
  std::copy(warp.delta, warp.delta + kWarpSize, site.delta);
  site.mask = request.active;
  ++site.version;
  site.space = Space::kShared;
  site.phase = static_cast<std::uint32_t>(request.first) & (kLineBytes - 1);
  site.low = low;
  site.high = high;
  site.pattern =
      pattern == Pattern::kGather && learn_groups(site, request) ? Pattern::kGroups : pattern;
  if (warp.counting) {
    learn_counts(warp, site, request);
  }
}

bool relocate(Warp& warp, const AccessRequest& request, MemorySite& site) {
  const Memory& memory = warp.grid->memory;
  const Allocation* found = memory.find(request.first, request.bytes);
  if (found == nullptr) {
    return false;
  }
  const DeviceAddress low = request.first + static_cast<DeviceAddress>(std::int64_t{site.low});
  const std::uint64_t extent =
      static_cast<std::uint64_t>(std::int64_t{site.high} - site.low) + request.bytes;
  if (!found->contains(low, extent)) {
    return false;
  }
  set_allocation(warp, request, site, *found);
  return true;
}

void spread_lanes(Warp& warp, std::uint32_t stride) {
  for (unsigned l = 0; l < kWarpSize; ++l) {
    warp.delta[l] += static_cast<std::int32_t>(l * stride);
  }
}

}  // namespace warpschool::sim
