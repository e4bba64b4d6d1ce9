// Which registers are live where: what the analyses of liveness are made from.
#pragma once

#include "lower/analysis/cfg.hpp"
#include "lower/program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

/// Registers that instructions set, numbered densely, with their width in 32-bit registers.
struct RegisterNumbering {
  explicit RegisterNumbering(const Program& program);
  std::vector<FrameSlot> slots() const;

  std::unordered_map<std::uint32_t, std::uint32_t> numbers;  ///< by slot
  std::vector<std::uint32_t> widths;                         ///< 0: a predicate
};

/// What is live where each block begins, by backward iteration to the fixed point.
class LiveSets {
 public:
  using Bits = std::vector<std::uint64_t>;

  /// Of very large kernels it would cost more than it is worth.
  static bool is_affordable(const Program& program);
  /// Both must outlive it.
  LiveSets(const Program& program, const ControlFlowGraph& cfg);

  bool at_entry(std::uint32_t offset) const;
  const RegisterNumbering& numbering() const { return numbering_; }
  const Bits& at_begin(std::size_t block) const { return live_[block]; }
  /// Behind a block.
  Bits behind(std::size_t block) const;

  static bool has(const Bits& bits, std::uint32_t number) {
    return (bits[number / 64] >> (number % 64) & 1u) != 0;
  }

 private:
  void pass(std::size_t block, Bits& bits) const;

  const Program& program_;
  const ControlFlowGraph& cfg_;
  const RegisterNumbering numbering_;
  std::size_t words_;
  std::vector<Bits> live_;  ///< by block
};

}  // namespace warpschool::sim
