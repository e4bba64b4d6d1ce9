// The occupancy rules: blocks an SM, and what limits them.
#include "model/occupancy.hpp"

#include "warpschool/sim/device.hpp"

#include <algorithm>
#include <array>

namespace warpschool::sim {
namespace {

constexpr unsigned kSubPartitions =
    4;  ///< schedulers of an SM, each with a quarter of the registers
constexpr unsigned kRegisterGranule = 256;  ///< registers are given to a warp in this unit
constexpr std::uint64_t kBytesPerKib = 1024;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

unsigned warps_by_registers(const DeviceProfile& profile, unsigned registers_per_thread) {
  const auto per_warp = static_cast<unsigned>(
      round_up(std::uint64_t{registers_per_thread} * kWarpSize, kRegisterGranule));
  return kSubPartitions * (profile.registers_per_sm / kSubPartitions / per_warp);
}

}  // namespace

Occupancy occupancy(const DeviceProfile& profile, unsigned threads_per_block,
                    unsigned registers_per_thread, std::uint64_t shared_bytes_per_block) {
  const unsigned warps = (threads_per_block + kWarpSize - 1) / kWarpSize;
  if (warps == 0) {
    return {};
  }
  Occupancy fit;
  fit.by_warps = profile.max_warps_per_sm / warps;
  fit.by_blocks = profile.max_blocks_per_sm;
  fit.blocks_per_sm = fit.by_warps;
  fit.limiter = "warps";
  const auto limit = [&fit](std::uint64_t blocks, const char* limiter) {
    if (blocks < fit.blocks_per_sm) {
      fit.blocks_per_sm = static_cast<unsigned>(blocks);
      fit.limiter = limiter;
    }
    return static_cast<unsigned>(blocks);
  };
  limit(profile.max_blocks_per_sm, "blocks");
  if (registers_per_thread != 0) {
    fit.by_registers =
        limit(warps_by_registers(profile, registers_per_thread) / warps, "registers");
  }
  if (const std::uint64_t footprint = shared_footprint(profile, shared_bytes_per_block);
      footprint != 0) {
    fit.by_shared = limit(profile.shared_bytes_per_sm / footprint, "shared memory");
  }
  return fit;
}

unsigned fitting_registers(const DeviceProfile& profile, unsigned threads_per_block,
                           unsigned estimate) {
  const unsigned warps = (threads_per_block + kWarpSize - 1) / kWarpSize;
  const unsigned in_a_part = std::max(1u, (warps + kSubPartitions - 1) / kSubPartitions);
  const std::uint64_t for_a_warp = profile.registers_per_sm / kSubPartitions / in_a_part;
  const auto most =
      static_cast<unsigned>(for_a_warp / kRegisterGranule * kRegisterGranule / kWarpSize);
  return std::min(estimate, std::max(1u, most));
}

std::uint64_t shared_footprint(const DeviceProfile& profile, std::uint64_t shared_bytes_per_block) {
  if (shared_bytes_per_block == 0) {
    return 0;
  }
  return round_up(shared_bytes_per_block + profile.shared_bytes_reserved_per_block,
                  profile.shared_granule_bytes);
}

std::uint64_t l1_bytes(const DeviceProfile& profile, unsigned resident_blocks,
                       std::uint64_t shared_bytes_per_block) {
  static constexpr std::array<std::uint64_t, 10> kCarveOutsKiB = {0,   8,   16,  32,  64,
                                                                  100, 132, 164, 196, 228};
  const std::uint64_t needed = shared_footprint(profile, shared_bytes_per_block) * resident_blocks;
  const bool is_turing = profile.compute_major < 8;  // 32 or 64 KiB only
  for (const std::uint64_t kib : kCarveOutsKiB) {
    const bool is_left_out = is_turing && kib < 32;
    const bool exists = kib * kBytesPerKib <= profile.shared_bytes_per_sm && !is_left_out;
    if (exists && kib * kBytesPerKib >= needed) {
      return profile.l1_and_shared_bytes - kib * kBytesPerKib;
    }
  }
  return profile.l1_and_shared_bytes - profile.shared_bytes_per_sm;
}

}  // namespace warpschool::sim
