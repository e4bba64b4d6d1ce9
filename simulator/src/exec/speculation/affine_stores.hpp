// Where the stores of a launch go, if that is a sum of indices.
#pragma once

#include "exec/speculation/value_range.hpp"
#include "warpschool/sim/device.hpp"
#include "warpschool/sim/memory.hpp"
#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace warpschool::sim {

/// Of one instruction, over all threads.
struct Store {
  const Allocation* allocation;
  std::optional<IndexSum> first;  ///< the address of its first byte, if it is such a sum
  std::uint8_t bytes;
};

/// Is it certain that no two blocks write the same byte?
bool are_apart(std::span<const Store> stores, const LaunchConfig& config);

}  // namespace warpschool::sim
