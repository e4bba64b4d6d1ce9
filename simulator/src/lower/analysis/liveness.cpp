// Liveness of registers: which may be read before they are set.
#include "lower/analysis/liveness.hpp"

#include "lower/analysis/live_sets.hpp"

#include <vector>

namespace warpschool::sim {

Liveness::Liveness(const Program& program, const ControlFlowGraph& cfg) {
  if (!LiveSets::is_affordable(program)) {
    unset_ = RegisterNumbering(program).slots();
    return;
  }
  const LiveSets live(program, cfg);
  for (const FrameSlot& slot : live.numbering().slots()) {
    if (live.at_entry(slot.offset)) {
      unset_.push_back(slot);
      known_unset_.insert(slot.offset);
    }
  }
}

}  // namespace warpschool::sim
