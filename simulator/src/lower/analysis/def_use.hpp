// Def-use chains of a lowered program: which values each instruction reads, and who set them.
//
// A cell is what holds a value: a register, or a scalar in the stack frame of unoptimised code. All
// other memory is one cell. One more stands for what stores through pointers may have written to
// scalars whose address was taken. A value is what one instruction leaves in a cell, or what a cell
// holds when its function begins. Where several definitions reach the begin of a block, it is a
// phi. This is static single assignment form, as in Braun et al., "Simple and Efficient
// Construction of Static Single Assignment Form", 2013. Two reads of one value read the same,
// unless a loop goes round in between.
#pragma once

#include "lower/analysis/cfg.hpp"
#include "lower/analysis/frame_scalar.hpp"
#include "lower/analysis/liveness.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {

inline constexpr std::uint32_t kNoValue = 0xffff'ffffu;

class DefUse {
 public:
  struct Value {
    enum class Kind : std::uint8_t { kEntry, kDefinition, kPhi };
    Kind kind = Kind::kEntry;
    std::uint32_t at = 0;  ///< the instruction; of a phi the block
    /// Of a phi: the values that meet. Of a definition under a guard: what the cell held before.
    std::vector<std::uint32_t> operands;
  };

  using Instructions = std::unordered_set<std::uint32_t>;

  /// None need outlive it.
  DefUse(const Program& program, const ControlFlowGraph& cfg, const Liveness& liveness,
         const FrameScalars& scalars);

  const std::vector<Value>& values() const { return values_; }
  /// The phis that stand where a block begins.
  const std::vector<std::uint32_t>& phis(std::uint32_t block) const { return phis_[block]; }
  /// What an instruction finds in a register that it reads; kNoValue: it is a constant, or nobody
  /// sets it.
  std::uint32_t read(std::size_t at, std::uint32_t slot) const;
  /// What a load finds in a scalar of the stack frame; kNoValue: it loads none.
  std::uint32_t scalar(std::size_t at) const { return scalars_[at]; }
  /// The state of all other memory that a load finds.
  std::uint32_t memory(std::size_t at) const { return memory_[at]; }
  /// Of a load or store of a scalar that may be written through pointers: the state of what
  /// pointers wrote. If it is the same at two accesses, no pointer has changed the scalar in
  /// between. kNoValue: no pointer reaches it.
  std::uint32_t through_pointers(std::size_t at) const { return through_pointers_[at]; }
  /// What an instruction leaves in a register; kNoValue: nothing.
  std::uint32_t defined(std::size_t at, std::uint32_t slot) const;

  /// The instructions whose definitions may be in a value, through phis and guards.
  std::vector<std::uint32_t> definitions(std::uint32_t value) const;
  /// May one of these instructions have made a value, which may be kNoValue?
  bool is_made_by(std::uint32_t value, const Instructions& makers) const;
  /// Those that may read what this instruction sets: registers, or a scalar of the frame.
  std::vector<std::uint32_t> uses(std::size_t at) const;

 private:
  class Builder;
  struct Access {
    std::uint32_t slot = kNoSlot;  ///< kNoSlot: a scalar of the frame
    std::uint32_t value = kNoValue;
  };

  static std::uint32_t find(const std::vector<Access>& accesses, std::uint32_t slot);

  std::vector<Value> values_;
  std::vector<std::vector<Access>> reads_, definitions_;            ///< by instruction
  std::vector<std::uint32_t> scalars_, memory_, through_pointers_;  ///< by instruction
  std::vector<std::vector<std::uint32_t>> phis_;                    ///< by block
  std::vector<std::vector<std::uint32_t>> merged_into_;  ///< by value: whose operand it is
  std::vector<std::vector<std::uint32_t>> readers_;      ///< by value: instructions
};

}  // namespace warpschool::sim
