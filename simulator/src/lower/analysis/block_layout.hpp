// The order in which basic blocks are laid out, so that "the split with the lowest instruction
// index runs first" makes lanes meet again where their paths join.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpschool::sim {

struct BasicBlock {
  std::size_t begin = 0, end = 0;         ///< instructions of the body
  std::vector<std::uint32_t> successors;  ///< the fall-through one last
  bool falls_through = false;
  std::uint32_t entry = 0;  ///< index into Program::code
};

/// successors[b]: blocks that control may reach from b; the fall-through successor last. Block 0 is
/// the entry.
using FlowGraph = std::vector<std::vector<std::uint32_t>>;

/// Reverse post-order in which the blocks of a loop are contiguous and what follows the loop comes
/// after it. Unreachable blocks are left out.
std::vector<std::uint32_t> layout_order(const FlowGraph& successors);

}  // namespace warpschool::sim
