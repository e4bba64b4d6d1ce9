// What the launch's constants read: special registers (PTX ISA, section 10) and kernel parameters.
#pragma once

#include "lower/program/program.hpp"
#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace warpschool::sim {

class Grid;

/// The position with x running fastest (CUDA C++ Programming Guide, "Thread Hierarchy").
Dim3 position_in(std::uint64_t index, const Dim3& extent);

/// What a special register reads in one lane.
std::uint64_t special_value(Special special, const Grid& grid, const Dim3& block,
                            const Dim3& thread, unsigned warp, unsigned lane);

/// What the parameter buffer holds for a slot whose source is kParameter.
std::uint64_t parameter_value(const ConstantSlot& slot, std::span<const std::byte> parameters);

}  // namespace warpschool::sim
