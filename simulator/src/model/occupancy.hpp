// How an SM's unified L1 and shared memory is divided.
#pragma once

#include "warpschool/sim/profile.hpp"

#include <cstdint>

namespace warpschool::sim {

/// Shared memory a block takes on its SM: with what the system reserves, rounded up; 0 if it asks
/// for none.
std::uint64_t shared_footprint(const DeviceProfile& profile, std::uint64_t shared_bytes_per_block);

/// What is left for L1 when so many blocks are resident: the driver takes the smallest carve-out
/// that holds them.
std::uint64_t l1_bytes(const DeviceProfile& profile, unsigned resident_blocks,
                       std::uint64_t shared_bytes_per_block);

}  // namespace warpschool::sim
