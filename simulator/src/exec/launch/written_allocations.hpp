// Which allocations a launch may write, by what its kernel can write and what it is given.
#pragma once

#include "lower/analysis/written_memory.hpp"
#include "warpschool/sim/memory.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace warpschool::sim {

/// @returns their begins; nothing: it may write any.
std::optional<std::vector<DeviceAddress>> written_allocations(
    const Memory& memory, const WrittenMemory& kernel, std::span<const std::byte> parameters);

}  // namespace warpschool::sim
