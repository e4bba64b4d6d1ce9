// What is known of the instruction that asks something of memory.
#pragma once

#include "exec/access/access.hpp"
#include "exec/launch/grid.hpp"

#include <cstddef>

namespace warpschool::sim {

inline const InstructionInfo& info_of(const Warp& warp, const AccessRequest& request) {
  const Program& program = warp.grid->program;
  return program.info[static_cast<std::size_t>(request.instruction - program.code.data())];
}

}  // namespace warpschool::sim
