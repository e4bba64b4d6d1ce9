// From the addresses of a warp's lanes to host memory: bounds, alignment, counters. The fast path
// (here) is compiled once an instruction set; learning a new pattern (access.cpp) and
// counting (traffic_counters.cpp) are not.
#pragma once

#include "exec/access/address_windows.hpp"
#include "exec/handlers/lanes.hpp"

namespace warpschool::sim {

/// What is asked of memory.
struct AccessRequest {
  AccessKind kind = AccessKind::kLoad;
  Space space = Space::kGlobal;  ///< never generic
  std::uint32_t bytes = 4;       ///< a lane's
  DeviceAddress first = 0;  ///< of the first active lane, in its space; once resolved, in shared
                            ///< and local memory, from the first byte of it
  LaneMask active = 0;
  std::uint32_t site = 0;
  std::uint32_t slot = kNoSlot;  ///< of the addresses, without the displacement
  std::int64_t displacement = 0;
  const Decoded* instruction = nullptr;
  bool generic = false;
};

/// Learns the pattern in warp.delta, checks it, sets the site up. Returns the lanes that it served:
/// all, unless lanes point into different spaces or allocations. Throws GuestFault.
LaneMask learn_access(Warp& warp, const AccessRequest& asked, MemorySite& site);

/// Sets the site up for the pattern in warp.delta, which is known to be aligned and inside shared
/// memory.
void adopt_shared_pattern(Warp& warp, const AccessRequest& request, MemorySite& site,
                          Pattern pattern, std::int32_t low, std::int32_t high);

/// Why nothing of the device's memory is at this address.
FaultKind kind_of_bad_address(const Memory& memory, DeviceAddress address);

/// Says which lanes leave their space's bounds. Throws GuestFault always.
[[noreturn]] void fail_bounds(Warp& warp, const AccessRequest& request);

/// Counters and caches of an access whose site is set up (traffic_counters.cpp).
void account_access(Warp& warp, const AccessRequest& request, MemorySite& site);

/// Races and uninitialised reads (memory_checks.hpp).
void check_access(Warp& warp, const AccessRequest& request, MemorySite& site);

/// Finds the allocation again after the site moved out of the one it knew.
bool relocate(Warp& warp, const AccessRequest& request, MemorySite& site);

/// Does the warp's block run before its turn?
bool defers_atomics(const Warp& warp);

/// Then an atomic whose result nobody uses is done when the batch is committed.
void defer_atomic(Warp& warp, std::byte* place, std::uint64_t operand,
                  void (*apply)(std::byte* place, std::uint64_t operand));

/// Where lane l's local memory or parameter variable begins is part of its delta.
void spread_lanes(Warp& warp, std::uint32_t stride);

}  // namespace warpschool::sim

namespace warpschool::sim::WARPSCHOOL_ISA {

/// Distances of the active lanes' addresses from the first active lane's; inactive lanes 0. False:
/// some do not fit.
WARPSCHOOL_INLINE bool find_deltas(Warp& warp, const std::uint64_t* address, std::uint64_t first,
                                   LaneMask active) {
  std::int32_t* delta = warp.delta;
  std::uint64_t wide = 0;
  constexpr std::uint64_t kReach = 1ull << 30;
  if (active == kAllLanes) [[likely]] {
    WARPSCHOOL_EACH_LANE {
      const std::uint64_t distance = address[l] - first;
      delta[l] = static_cast<std::int32_t>(distance);
      wide |= distance + kReach;
    }
  } else {
    WARPSCHOOL_EACH_LANE {
      const std::uint64_t distance = (active & kLaneBit[l]) != 0 ? address[l] - first : 0;
      delta[l] = static_cast<std::int32_t>(distance);
      wide |= distance + kReach;
    }
  }
  return (wide & ~(2 * kReach - 1)) == 0;
}

WARPSCHOOL_INLINE bool same_deltas(const Warp& warp, const MemorySite& site) {
  std::uint32_t difference = 0;
  WARPSCHOOL_EACH_LANE {
    difference |= static_cast<std::uint32_t>(warp.delta[l] ^ site.delta[l]);
  }
  return difference == 0;
}

/// Where the memory ends that an access may use, of `bytes` in its space.
WARPSCHOOL_INLINE std::int64_t end_of(const Extents& variable, std::uint32_t bytes) {
  return variable.end < bytes ? variable.end : bytes;
}

/// A new pattern in shared memory, as every access of a histogram has one, of a request that is not
/// resolved. False: something is wrong with it, and learn_access() finds out what.
WARPSCHOOL_INLINE bool learn_shared(Warp& warp, const AccessRequest& request, MemorySite& site) {
  std::int32_t low = 0, high = 0;
  std::uint32_t bits = 0, uneven = 0;
  WARPSCHOOL_EACH_LANE {
    const std::int32_t delta = warp.delta[l];
    low = delta < low ? delta : low;
    high = delta > high ? delta : high;
    bits |= static_cast<std::uint32_t>(delta);
    uneven |= static_cast<std::uint32_t>(delta) ^ (l * request.bytes);
  }
  const auto first = static_cast<std::int64_t>(request.first - kFirstAddress);
  const std::int64_t begin = first + low, end = first + high + request.bytes;
  const std::uint32_t misaligned =
      (bits | static_cast<std::uint32_t>(request.first)) & (request.bytes - 1);
  if (begin < std::int64_t{site.variable.begin} || end > end_of(site.variable, warp.shared_bytes) ||
      misaligned != 0) {
    return false;
  }
  const bool consecutive = uneven == 0 && request.active == kAllLanes;
  adopt_shared_pattern(warp, request, site,
                       low == high   ? Pattern::kUniform
                       : consecutive ? Pattern::kConsecutive
                                     : Pattern::kGather,
                       low, high);
  return true;
}

/// Of shared and local memory: all lanes must be inside its `bytes`, and in their variable if it is
/// known. Throws GuestFault.
WARPSCHOOL_INLINE void check_bounds(Warp& warp, const AccessRequest& request,
                                    const MemorySite& site, std::uint32_t bytes) {
  const auto first = static_cast<std::int64_t>(request.first);
  if (first + site.low < std::int64_t{site.variable.begin} ||
      first + site.high + request.bytes > end_of(site.variable, bytes)) [[unlikely]] {
    fail_bounds(warp, request);
  }
}

/// A generic address (PTX ISA, section 5.1) becomes one of the space that its window stands for.
WARPSCHOOL_INLINE void find_space(AccessRequest& request) {
  if (request.space == Space::kGeneric) {
    request.generic = true;
    request.space = space_of(request.first);
    request.first -= window_of(request.space);
  }
}

/// Learns the pattern of an access anew, as it is no longer what the site knows.
WARPSCHOOL_INLINE void learn_anew(Warp& warp, AccessRequest& request, MemorySite& site,
                                  Access& access) {
  request.active = learn_access(warp, request, site);
  access.pattern = site.pattern;
  access.consecutive_groups = site.consecutive_groups;
}

/// Finds the host memory of the first lane's bytes, and checks that all lanes' are there.
WARPSCHOOL_INLINE void find_base(Warp& warp, std::uint32_t parameter_stride, AccessRequest& request,
                                 MemorySite& site, Access& access) {
  switch (request.space) {
    case Space::kShared:
      request.first -= kFirstAddress;
      check_bounds(warp, request, site, warp.shared_bytes);
      access.base = warp.shared + request.first;
      break;
    case Space::kLocal:
      request.first -= kFirstAddress;
      check_bounds(warp, request, site, warp.local_stride);
      access.base = warp.local + request.first;
      spread_lanes(warp, warp.local_stride);
      access.pattern = Pattern::kGather;
      break;
    case Space::kParam:
      if (parameter_stride == 0) {
        access.base = const_cast<std::byte*>(warp.parameters) + request.first;
      } else {
        access.base = warp.frame + request.first;
        spread_lanes(warp, parameter_stride);
        access.pattern = Pattern::kGather;
      }
      break;
    default: {
      const DeviceAddress low = request.first + static_cast<DeviceAddress>(std::int64_t{site.low});
      const DeviceAddress last =
          request.first + static_cast<DeviceAddress>(std::int64_t{site.high}) + request.bytes;
      if ((low < site.begin || last > site.end || low > last) && !relocate(warp, request, site))
          [[unlikely]] {
        learn_anew(warp, request, site, access);
      }
      access.base = site.backing + (request.first - site.begin);
      break;
    }
  }
}

/// Asks the host's memory for what a warp mostly touches, while caches and counters are looked
/// after.
WARPSCHOOL_INLINE void expect_data(const AccessRequest& request, const Access& access) {
  constexpr unsigned kHostLine = 64;
  if (request.space == Space::kGlobal) {
    __builtin_prefetch(access.base);
    __builtin_prefetch(access.base + kHostLine);
  }
}

/// Resolves the access of `active` lanes; returns the lanes served.
WARPSCHOOL_INLINE LaneMask resolve(Warp& warp, const Decoded& i, std::uint32_t slot,
                                   std::int64_t displacement, AccessRequest& request,
                                   Access& access) {
  const auto* address = lanes<DoubleWord>(warp, slot);
  const unsigned leader = static_cast<unsigned>(__builtin_ctz(request.active));
  const bool near = find_deltas(warp, address, address[leader], request.active);
  request.first = address[leader] + static_cast<std::uint64_t>(displacement);
  request.instruction = &i;
  request.slot = slot;
  request.displacement = displacement;
  find_space(request);
  MemorySite& site = warp.sites[request.site];
  // A pattern's alignment and bank conflicts depend on the first lane's place inside an access and
  // inside a bank.
  const auto shift = static_cast<std::uint32_t>(request.first) ^ site.phase;
  const bool known = near && site.mask == request.active && site.space == request.space &&
                     (shift & ((request.bytes - 1) | 3u)) == 0 && same_deltas(warp, site);
  const bool learnt =
      known || (request.space == Space::kShared && near && learn_shared(warp, request, site));
  if (!learnt) {
    request.active = learn_access(warp, request, site);
  }
  access.delta = warp.delta;
  access.pattern = site.pattern;
  access.consecutive_groups = site.consecutive_groups;
  access.space = request.space;
  find_base(warp, i.target, request, site, access);
  expect_data(request, access);
  if (warp.counting && request.space != Space::kParam) {
    account_access(warp, request, site);
  }
  if (warp.watching) [[unlikely]] {
    check_access(warp, request, site);
  }
  return request.active;
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
