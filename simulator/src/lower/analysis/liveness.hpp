// Liveness of registers: how many a thread needs at once, which a real device's occupancy depends
// on, and which may be read before they are set.
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

  /// An estimate of the 32-bit registers that ptxas would give the kernel: the most that are live
  /// at one place, and a few for addresses and scheduling. Between 16 and 255.
  std::uint32_t registers() const { return registers_; }
  /// Registers that an instruction may read before any has written them, of all functions; guarded
  /// writes do not count. Of very large kernels, for which this is not found out: all.
  const std::vector<FrameSlot>& unset() const { return unset_; }
  /// Is it known that an instruction may read this register before any has written it?
  bool may_be_unset(std::uint32_t slot) const { return known_unset_.count(slot) != 0; }

 private:
  std::uint32_t registers_ = 0;
  std::vector<FrameSlot> unset_;
  std::unordered_set<std::uint32_t> known_unset_;
};

}  // namespace warpschool::sim
