// The order in which basic blocks are laid out, so that "the split with the lowest instruction
// index runs first" makes lanes meet again where their paths join.
#pragma once

#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// successors[b]: blocks that control may reach from b; the fall-through successor last. Block 0 is
/// the entry.
using FlowGraph = std::vector<std::vector<std::uint32_t>>;

/// Reverse post-order in which the blocks of a loop are contiguous and what follows the loop comes
/// after it. Unreachable blocks are left out.
std::vector<std::uint32_t> layout_order(const FlowGraph& successors);

}  // namespace warpschool::sim
