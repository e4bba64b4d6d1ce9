// Fills the frame slots of special registers and kernel parameters.
#include "exec/launch/special_registers.hpp"

#include "exec/launch/grid.hpp"

#include <algorithm>

namespace warpschool::sim {

Dim3 position_in(std::uint64_t index, const Dim3& extent) {
  Dim3 result;
  result.x = static_cast<std::uint32_t>(index % extent.x);
  result.y = static_cast<std::uint32_t>(index / extent.x % extent.y);
  result.z = static_cast<std::uint32_t>(index / extent.x / extent.y);
  return result;
}

std::uint64_t special_value(Special special, const Grid& grid, const Dim3& block,
                            const Dim3& thread, unsigned warp, unsigned lane) {
  const Dim3& ntid = grid.config.block;
  const Dim3& nctaid = grid.config.grid;
  const std::uint64_t bit = std::uint64_t{1} << lane;
  switch (special) {
    case Special::kTidX:
      return thread.x;
    case Special::kTidY:
      return thread.y;
    case Special::kTidZ:
      return thread.z;
    case Special::kNtidX:
      return ntid.x;
    case Special::kNtidY:
      return ntid.y;
    case Special::kNtidZ:
      return ntid.z;
    case Special::kCtaidX:
      return block.x;
    case Special::kCtaidY:
      return block.y;
    case Special::kCtaidZ:
      return block.z;
    case Special::kNctaidX:
      return nctaid.x;
    case Special::kNctaidY:
      return nctaid.y;
    case Special::kNctaidZ:
      return nctaid.z;
    case Special::kLaneid:
      return lane;
    case Special::kWarpid:
      return warp;
    case Special::kNwarpid:
      return (ntid.count() + kWarpSize - 1) / kWarpSize;
    case Special::kNsmid:
      return static_cast<std::uint64_t>(grid.profile.sm_count);
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
    case Special::kLanesPerWarp:
      return kWarpSize;
    case Special::kDynamicSharedBytes:
      return grid.config.dynamic_shared_bytes;
    case Special::kTotalSharedBytes:
      return grid.shared_bytes;
    case Special::kSmid: {
      const std::uint64_t index =
          block.x + (std::uint64_t{block.y} + std::uint64_t{block.z} * nctaid.y) * nctaid.x;
      return index % static_cast<std::uint64_t>(grid.profile.sm_count);
    }
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
