// Loads of shared memory that the race checks look at later, or never.
//
// Between two barriers most kernels only read their tiles. As long as nobody in the block has
// written shared memory since the last barrier, a load races with nothing before it. It only
// matters to a write that comes before the next barrier. So loads are only kept in a list until
// then; a write, and whatever else orders accesses (a fence, lanes that meet), has the list looked
// at first. Then the clock is still as it was at the loads: only those events move it.
#pragma once

#include "exec/access/access.hpp"
#include "exec/races/happens_before.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

class SharedReads {
 public:
  /// A block begins.
  void start();
  /// Shared memory is written at `now`: loads have to be looked at at once until the next barrier.
  void note_write(Epoch now) { last_write_ = now; }
  /// Keeps a plain load for later. False: it has to be looked at now.
  bool put_off(Warp& warp, const AccessRequest& request, const MemorySite& site);
  /// Looks at the loads since the last barrier.
  void settle(const BlockOrder& order) {
    if (!loads_.empty()) [[unlikely]] {
      look(order);
    }
  }

 private:
  struct Load {
    Warp* warp = nullptr;
    const Decoded* instruction = nullptr;
    std::uint32_t first = 0;
    LaneMask active = 0;
    std::uint32_t site = 0, version = 0;
    std::int32_t low = 0, high = 0;
    std::uint32_t deltas =
        0;  ///< of deltas_: where its own begin, if the pattern does not say them
    Pattern pattern = Pattern::kGather;
    std::uint8_t consecutive_groups = 0;
    std::uint8_t bytes = 0;
    bool generic = false;
  };

  void look(const BlockOrder& order);
  void restore_deltas(const Load& load, MemorySite& site) const;
  void forget();

  std::vector<Load> loads_;
  std::vector<std::int32_t> deltas_;
  Epoch barrier_ = 0;  ///< the block's last one when `loads_` were made
  Epoch last_write_ = 0;
  std::vector<std::uint8_t> in_vain_;  ///< by memory site: its loads were looked at after all
};

}  // namespace warpschool::sim
