// Loads that may be plain, as far as a launch's parameters decide it.
#pragma once

#include "lower/program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpschool::sim {

/// By instruction: does an atomic check the loaded value again (validated_loads.hpp), or can none
/// change what the load is asked for (tested_loads.hpp)?
std::vector<std::uint8_t> validated_loads_of(const Program& program,
                                             std::span<const std::byte> parameters);

}  // namespace warpschool::sim
