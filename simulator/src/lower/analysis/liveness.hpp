// Liveness of registers: which may be read before they are set.
#pragma once

#include "lower/analysis/cfg.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {

class Liveness {
 public:
  /// Neither need outlive it.
  Liveness(const Program& program, const ControlFlowGraph& cfg);

  /// Registers that an instruction may read before any has written them, of all functions; guarded
  /// writes do not count. Of very large kernels, for which this is not found out: all.
  const std::vector<FrameSlot>& unset() const { return unset_; }
  /// Is it known that an instruction may read this register before any has written it?
  bool may_be_unset(std::uint32_t slot) const { return known_unset_.count(slot) != 0; }

 private:
  std::vector<FrameSlot> unset_;
  std::unordered_set<std::uint32_t> known_unset_;
};

}  // namespace warpschool::sim
