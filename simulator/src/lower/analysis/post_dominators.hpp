// Post-dominators: the block that all ways from a block to its function's end lead through. Lanes
// that part at a branch are together again at the nearest one of its block.
#pragma once

#include "lower/analysis/cfg.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

inline constexpr std::uint32_t kNoBlock = 0xffff'ffffu;

/// By block, the nearest post-dominator other than itself; kNoBlock: there is none but the
/// function's end, or no way to it.
std::vector<std::uint32_t> immediate_post_dominators(const ControlFlowGraph& cfg);

}  // namespace warpschool::sim
