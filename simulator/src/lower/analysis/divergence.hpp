// Divergence analysis: at which branches a compiler has to expect that the lanes of a warp part
// (Coutinho et al., "Divergence Analysis and Optimizations", PACT 2011).
//
// Lanes have different values from their thread's place, from loads and atomics, from what is
// computed of these, and where values meet that come by ways on which lanes have parted.
// Parameters, constants, the block's place and the votes of a warp are the same in all lanes.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/analysis/post_dominators.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

class Divergence {
 public:
  /// @param program, flow must outlive it.
  Divergence(const Program& program, const Dataflow& flow);
  ~Divergence();

  /// Does what an instruction finds in a register differ from lane to lane?
  bool varies(std::size_t at, std::uint32_t slot) const;

  /// May lanes part at the end of a block?
  bool parts(std::uint32_t block) const { return parts_[block]; }
  /// Where they are together again; kNoBlock: nowhere.
  std::uint32_t join(std::uint32_t block) const { return joins_[block]; }
  /// The blocks of the innermost loop that a block is in, ascending; empty: it is in none.
  const std::vector<std::uint32_t>& loop(std::uint32_t block) const;
  /// Are lanes that part there together again only behind the innermost loop?
  bool leaves_loop(std::uint32_t block) const;
  /// The blocks on ways from a block to its join, without both, ascending.
  std::vector<std::uint32_t> region(std::uint32_t block) const;

 private:
  class Values;
  void find_loops();
  std::vector<std::uint32_t> blocks_of_loop(std::uint32_t header) const;
  void part(std::uint32_t block);

  const ControlFlowGraph& cfg_;
  std::vector<std::uint32_t> joins_;               ///< by block
  std::vector<std::uint32_t> place_;               ///< by block: in its function's order
  std::vector<bool> parts_;                        ///< by block
  std::vector<std::vector<std::uint32_t>> loops_;  ///< by header
  std::vector<std::uint32_t> header_;              ///< by block, of its innermost loop
  std::unique_ptr<Values> values_;
};

}  // namespace warpschool::sim
