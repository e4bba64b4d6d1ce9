// The instructions of a block as ptxas orders them: loads and the computation of their addresses
// first. And how much is live at once then.
#pragma once

#include "lower/analysis/live_sets.hpp"
#include "lower/program/program.hpp"
#include "warpschool/support/assert.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// A division, a root or a reciprocal that is several instructions in machine code.
bool is_division_sequence(const InstructionInfo& info);

class ScheduledBlock {
 public:
  /// @param weights of registers, by their numbers. All must outlive it.
  ScheduledBlock(const Program& program, const RegisterNumbering& numbering,
                 const std::vector<std::uint32_t>& weights);

  /// Takes up a block. @param at_begin what is live there
  /// @param turns so many of a loop's turns stand one behind the other
  void fill(const ControlFlowGraph::Block& block, const LiveSets::Bits& at_begin, unsigned turns);
  /// Between two stores, atomics or barriers all loads come as early as their addresses can be
  /// computed.
  void hoist_loads();
  /// The most that is live at one place.
  std::uint32_t peak(const LiveSets::Bits& behind) const;

 private:
  using Number = std::uint32_t;
  struct Step {
    std::vector<Number> sets, reads;
    bool is_load = false, is_wall = false, is_guarded = false;
  };

  void add(std::uint32_t at, unsigned turn, const std::vector<bool>& is_renamed);
  void hoist(std::size_t begin, std::size_t end);
  std::uint32_t weight(Number number) const {
    WARPSCHOOL_ASSERT(count_ != 0, "a block without registers has no number of one");
    return weights_[number % count_];
  }

  const Program& program_;
  const RegisterNumbering& numbering_;
  const std::vector<std::uint32_t>& weights_;
  Number count_;  ///< of registers; a copy for another turn has a number beyond
  unsigned turns_ = 1;
  std::vector<Step> steps_;
};

}  // namespace warpschool::sim
