// Fills the frame slots of special registers and kernel parameters.
#include "exec/launch/special_registers.hpp"

#include "exec/launch/grid.hpp"

#include <algorithm>
#include <optional>

namespace warpschool::sim {

Dim3 position_in(std::uint64_t index, const Dim3& extent) {
  Dim3 result;
  if (index < extent.x) {  // all that there are, mostly: without a division
    result.x = static_cast<std::uint32_t>(index);
    result.y = result.z = 0;
    return result;
  }
  result.x = static_cast<std::uint32_t>(index % extent.x);
  result.y = static_cast<std::uint32_t>(index / extent.x % extent.y);
  result.z = static_cast<std::uint32_t>(index / extent.x / extent.y);
  return result;
}

namespace {

/// @param x the register of the same kind for the first axis
unsigned axis_of(Special special, Special x) {
  return static_cast<unsigned>(special) - static_cast<unsigned>(x);
}

std::uint64_t along(const Dim3& place, unsigned axis) {
  return axis == 0 ? place.x : axis == 1 ? place.y : place.z;
}

/// Where a thread stands, and how far there is to stand.
std::optional<std::uint64_t> place_register(Special special, const LaunchConfig& config,
                                            const Dim3& block, const Dim3& thread) {
  switch (special) {
    case Special::kTidX:
    case Special::kTidY:
    case Special::kTidZ:
      return along(thread, axis_of(special, Special::kTidX));
    case Special::kNtidX:
    case Special::kNtidY:
    case Special::kNtidZ:
      return along(config.block, axis_of(special, Special::kNtidX));
    case Special::kCtaidX:
    case Special::kCtaidY:
    case Special::kCtaidZ:
      return along(block, axis_of(special, Special::kCtaidX));
    case Special::kNctaidX:
    case Special::kNctaidY:
    case Special::kNctaidZ:
      return along(config.grid, axis_of(special, Special::kNctaidX));
    default:
      return std::nullopt;
  }
}

/// The lanes at, below and above one.
std::optional<std::uint64_t> lane_mask_register(Special special, unsigned lane) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  switch (special) {
    case Special::kLanemaskEq:
      return bit;
    case Special::kLanemaskLt:
      return bit - 1;
    case Special::kLanemaskLe:
      return bit | (bit - 1);
    case Special::kLanemaskGt:
      return ~(bit | (bit - 1)) & 0xffff'ffffu;
    case Special::kLanemaskGe:
      return ~(bit - 1) & 0xffff'ffffu;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::uint64_t special_value(Special special, const Grid& grid, const Dim3& block,
                            const Dim3& thread, unsigned warp, unsigned lane) {
  if (const auto place = place_register(special, grid.config, block, thread)) {
    return *place;
  }
  if (const auto mask = lane_mask_register(special, lane)) {
    return *mask;
  }
  const auto multiprocessors = static_cast<std::uint64_t>(grid.profile.sm_count);
  const Dim3& blocks = grid.config.grid;
  switch (special) {
    case Special::kLaneid:
      return lane;
    case Special::kWarpid:
      return warp;
    case Special::kNwarpid:
      return (grid.config.block.count() + kWarpSize - 1) / kWarpSize;
    case Special::kNsmid:
      return multiprocessors;
    case Special::kLanesPerWarp:
      return kWarpSize;
    case Special::kDynamicSharedBytes:
      return grid.config.dynamic_shared_bytes;
    case Special::kTotalSharedBytes:
      return grid.shared_bytes;
    case Special::kSmid:
      return (block.x + (block.y + std::uint64_t{block.z} * blocks.y) * blocks.x) % multiprocessors;
    default:
      return 0;
  }
}

std::uint64_t parameter_value(const ConstantSlot& slot, std::span<const std::byte> parameters) {
  std::uint64_t value = 0;
  if (slot.bits + slot.parameter_bytes <= parameters.size()) {
    std::copy_n(parameters.data() + slot.bits, slot.parameter_bytes,
                reinterpret_cast<std::byte*>(&value));
  }
  const unsigned unused = 64u - 8u * slot.parameter_bytes;
  return slot.sign_extend
             ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused)
             : value;
}

}  // namespace warpschool::sim
