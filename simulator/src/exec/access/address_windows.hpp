// Windows of the generic address space. Private to exec/.
#pragma once

#include "lower/isa/form.hpp"
#include "warpschool/sim/memory.hpp"

namespace warpschool::sim {

/// Kernel parameters whose address is taken: behind the local window.
inline constexpr DeviceAddress kParamWindow = kLocalWindow + kLocalWindowBytes;

[[gnu::always_inline]] inline DeviceAddress window_of(Space space) {
  return space == Space::kShared  ? kSharedWindow
         : space == Space::kLocal ? kLocalWindow
         : space == Space::kParam ? kParamWindow
                                  : 0;
}

/// The address of the first byte of a space's memory, in its window.
[[gnu::always_inline]] inline DeviceAddress first_address_of(Space space) {
  return space == Space::kShared || space == Space::kLocal ? kFirstAddress : 0;
}

/// The space a generic address points into.
[[gnu::always_inline]] inline Space space_of(DeviceAddress address) {
  const DeviceAddress offset = address - kSharedWindow;
  if (offset >= 3 * kSharedWindowBytes) [[likely]] {
    return Space::kGlobal;
  }
  return offset < kSharedWindowBytes       ? Space::kShared
         : offset < 2 * kSharedWindowBytes ? Space::kLocal
                                           : Space::kParam;
}

}  // namespace warpschool::sim
