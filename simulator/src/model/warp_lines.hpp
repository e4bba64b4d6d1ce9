// What L1 keeps for each of a block's warps.
//
// Here one warp of a block runs after the other, on a device all run side by side: of lines that
// one warp alone uses, each has no more than its share of L1. (common_merged of bench/calibration,
// whose lanes read lists of their own: 4 % of its sectors hit on an H200, 90 % in a cache that one
// warp after the other has for itself.) Lines that several warps use are the block's.
#pragma once

#include "model/sector_cache.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

class WarpLines {
 public:
  WarpLines(std::uint64_t bytes, unsigned warps);

  unsigned warps() const { return warps_; }
  /// All lines are forgotten.
  void begin_block();
  /// Which of these sectors of a line are not driven out by the other warps' lines before `warp`
  /// comes back to them.
  unsigned kept(std::uint64_t line, unsigned sectors, unsigned warp) {
    return warps_ == 1 ? sectors : kept_of_several(line, sectors, warp);
  }

 private:
  static constexpr std::uint64_t kSeveral = 0xFF;

  unsigned kept_of_several(std::uint64_t line, unsigned sectors, unsigned warp);

  unsigned warps_;
  std::vector<SectorCache> caches_;    ///< by warp
  std::vector<std::uint64_t> owners_;  ///< by a part of the line's number: line, block and owner
  std::uint64_t block_ = 0;
};

}  // namespace warpschool::sim
