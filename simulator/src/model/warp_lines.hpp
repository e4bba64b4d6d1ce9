// What L1 has for each of a block's warps.
//
// Here one warp of a block runs after the other, on a device all run side by side. So of lines that
// one warp alone uses each has no more than its share of L1 (common_merged of bench/calibration,
// whose lanes read lists of their own: 4 % of its sectors hit on an H200, 90 % in a cache that one
// warp after the other has for itself). And a line that warps come to after as many others is there
// for all but the first of them, however many lines there are (a matrix product without tiles).
#pragma once

#include "model/sector_cache.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

class WarpLines {
 public:
  WarpLines(std::uint64_t bytes, unsigned warps);
  ~WarpLines();
  WarpLines(const WarpLines&) = delete;
  WarpLines& operator=(const WarpLines&) = delete;

  unsigned warps() const { return warps_; }
  /// All lines are forgotten.
  void begin_block();
  /// Which of these sectors of a line `warp` finds, if `present` are in what the block has of L1.
  unsigned found(std::uint64_t line, unsigned sectors, unsigned present, unsigned warp) {
    return warps_ == 1 ? present : found_by_one_of_several(line, sectors, present, warp);
  }

 private:
  /// Who came to a line, and when.
  struct Visit {
    std::uint32_t line = 0;  ///< the last bits of its number
    std::uint32_t step = 0;  ///< of the warp that came first, or after a long while
    std::uint16_t block = 0;
    std::uint8_t warp = 0;
    std::uint8_t sectors : 7 = 0;
    std::uint8_t is_shared : 1 = 0;
  };
  struct WarpCache {
    SectorCache lines;
    std::uint32_t steps = 0;  ///< lines that the warp has come to
  };
  /// What is kept for later launches: to make it anew would take longer than a small one.
  struct State {
    State(std::uint64_t all_bytes, unsigned warp_count);
    std::uint64_t bytes;
    std::vector<WarpCache> caches;
    std::vector<Visit> visits;  ///< by a part of the line's number
    std::uint16_t block = 0;
  };
  class SpareStates;
  static SpareStates& spare_states();

  unsigned found_by_one_of_several(std::uint64_t line, unsigned sectors, unsigned present,
                                   unsigned warp);
  Visit& visit_of(std::uint64_t line, unsigned warp, std::uint32_t step);

  unsigned warps_;
  std::uint32_t lines_each_;      ///< of L1, for a warp
  std::unique_ptr<State> state_;  ///< nullptr: a block has one warp
};

}  // namespace warpschool::sim
