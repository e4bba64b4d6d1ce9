// What is told of memory faults of host code.
#pragma once

#include "runtime/host_memory/host_access.hpp"
#include "runtime/host_memory/host_guard.hpp"
#include "warpschool/sim/fault.hpp"
#include "warpschool/sim/memory.hpp"

#include <cstdint>

namespace warpschool::sim::runtime {

Fault device_pointer(const Memory& memory, const HostAccess& access, std::uintptr_t address);
Fault freed_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address);
Fault too_early(const Memory& memory, const HostAccess& access, std::uintptr_t address,
                const HostGuard::Early& early);
/// Right before a block of the runtime in host memory, where free() and delete look.
Fault before_host_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address);
/// Behind one, among the addresses that are nobody's.
Fault behind_host_memory(const Memory& memory, const HostAccess& access, std::uintptr_t address);
Fault stack_overflow(const HostAccess& access, std::uintptr_t address);

}  // namespace warpschool::sim::runtime
