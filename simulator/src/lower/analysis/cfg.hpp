// The control-flow graph of a lowered program: basic blocks and the ways between them.
//
// A call goes on behind it: functions share no registers, so each is a graph of its own. A branch,
// a return or an exit under a guard may be passed by.
#pragma once

#include "lower/program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace warpschool::sim {

inline bool is_jump(const Decoded& i) {
  return i.step == Step::kBranch || i.step == Step::kJump;
}

/// Calls `go(instruction)` for each instruction that may run behind this one.
template <typename Go>
void for_each_successor(const Program& program, std::size_t at, Go go) {
  const Decoded& i = program.code[at];
  const bool leaves = i.step == Step::kBranch || i.step == Step::kJump || i.step == Step::kExit ||
                      i.step == Step::kReturn || i.step == Step::kTrap ||
                      i.step == Step::kIndexedBranch;
  if (!leaves || i.guard != kNoSlot) {
    go(at + 1);
  }
  if (i.step == Step::kBranch || i.step == Step::kJump) {
    go(std::size_t{i.target});
  } else if (i.step == Step::kIndexedBranch) {
    for (const std::uint32_t target : program.branch_tables[i.extra]) {
      go(std::size_t{target});
    }
  }
}

class ControlFlowGraph {
 public:
  struct Block {
    std::uint32_t begin = 0, end = 0;  ///< instructions
    std::vector<std::uint32_t> successors, predecessors;
    bool is_entry = false;  ///< of a function

    /// Nothing is left to do there: lanes that come to it are through ("@P0 EXIT", 61 of 61 seen).
    bool only_ends(const Program& program) const {
      const Step step = program.code[begin].step;
      return step == Step::kExit || step == Step::kReturn;
    }
  };

  explicit ControlFlowGraph(const Program& program);

  const std::vector<Block>& blocks() const { return blocks_; }
  std::uint32_t block_of(std::size_t instruction) const { return block_of_[instruction]; }
  /// The blocks that each function reaches, in reverse post-order: but for loops, a block comes
  /// behind those that lead to it.
  const std::vector<std::vector<std::uint32_t>>& order() const { return order_; }

 private:
  void find_blocks(const Program& program);
  void link(const Program& program);
  void sort(std::uint32_t entry);

  std::vector<Block> blocks_;
  std::vector<std::uint32_t> block_of_;
  std::vector<std::vector<std::uint32_t>> order_;  ///< by function
  std::vector<bool> is_sorted_;
};

}  // namespace warpschool::sim
