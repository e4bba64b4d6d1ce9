// Between pointers as programs hold them and addresses as the device knows them: they are the same
// numbers.
#pragma once

#include "warpschool/sim/memory.hpp"
#include "warpschool/sim/types.hpp"

#include <string>

namespace warpschool::sim::runtime {

inline DeviceAddress address_of(const void* pointer) {
  return reinterpret_cast<DeviceAddress>(pointer);
}

inline void* pointer_to(DeviceAddress address) {
  // That is what a device pointer is. NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<void*>(address);
}

/// "the 400-byte allocation made at x.cu:12", for messages.
std::string the_allocation(const Allocation& allocation);

}  // namespace warpschool::sim::runtime
