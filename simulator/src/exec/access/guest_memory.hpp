// Single accesses of one lane through generic addresses, for host functions.
#pragma once

#include "exec/schedule/warp.hpp"

#include <cstdint>
#include <string>

namespace warpschool::sim {

/// Host address of `bytes` bytes at a generic address as this lane sees it. Throws GuestFault.
std::byte* guest_memory(Warp& warp, unsigned lane, DeviceAddress address, std::uint32_t bytes,
                        bool is_write);

/// A zero-terminated string of the guest, at most 64 KiB of it.
std::string guest_string(Warp& warp, unsigned lane, DeviceAddress address);

/// Whether a generic address lies in a __constant__ variable.
bool in_constant_memory(const Warp& warp, DeviceAddress address);

}  // namespace warpschool::sim
