// How many turns loops of compare-and-swap take, of which ptxas makes sums of floats and of 8 bytes
// in shared memory.
//
// In a turn a lane reads its word and swaps the sum in. Of the lanes of a warp on one word one gets
// through. None does if a lane of another warp of the block got through to the word meanwhile. Here
// one warp runs after the other: the request of the warp before stands for all others.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace warpschool::sim {

class SwapLoops {
 public:
  /// A turn of a warp, in clocks: a load, a sum, a swap, a comparison and a branch. Of one warp on
  /// an H200: 95 for floats, 110 for doubles (docs/measurements/2026-11-28-h200/swap_loops.txt).
  static constexpr double kTurnClk = 95, kLongTurnClk = 110;

  /// @param away_clk how long a warp is away that waits for memory between two loops
  SwapLoops(unsigned warps, double away_clk) : warps_(warps), away_clk_(away_clk) {
    has_loaded_.resize(warps == 0 ? 1 : warps);
  }

  void begin_block();
  /// The warp has waited for memory.
  void load(unsigned warp) { has_loaded_[warp] = 1; }
  /// Turns of a warp whose lanes work on these words.
  double turns(unsigned warp, std::span<const DeviceAddress> words);

 private:
  struct Word {
    DeviceAddress address = 0;
    unsigned lanes = 0;
  };
  struct Request {
    std::vector<Word> words;  ///< in the order of their addresses
    unsigned most_lanes = 0;  ///< on one word
    unsigned warp = 0;
    double in_loop = 0;  ///< share of the warp's time
  };

  static void learn(Request& request, std::span<const DeviceAddress> words);
  double meetings() const;

  unsigned warps_;
  double away_clk_;
  std::vector<std::uint8_t> has_loaded_;  ///< by warp, since its last loop
  Request last_, before_;                 ///< the last one of all, the last of another warp
};

}  // namespace warpschool::sim
