// What a block finds in L1 because another one on its SM has brought it.
//
// A block's own share of L1 begins cold (traffic.hpp), which is right for what blocks have apart.
// Tables that all of them read are there from the second block on: of dictionary_whole's sectors
// (bench/calibration, a table of 256 kB) 84 % hit on an H200, 39 % in shares that begin cold. So
// for four SMs what their blocks miss goes, block after block, through a cache as large as L1
// whole; the part that other blocks have left there stands for all SMs. Blocks that run from the
// start are dealt out one by one; where a later one runs depends on which SM is free first, so each
// wave of them is taken to be turned by some number of SMs, as at random.
#pragma once

#include "model/sector_cache.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

class SmLines {
 public:
  static constexpr unsigned kSampled = 4;  ///< SMs
  static constexpr unsigned kNone = kSampled;

  /// @param l1_bytes of one SM.
  /// @param resident blocks that an SM has at a time.
  /// @param blocks of the grid: no more than there are SMs, and none follows another one.
  SmLines(std::uint64_t l1_bytes, std::uint64_t sm_count, std::uint64_t resident,
          std::uint64_t blocks);
  ~SmLines();
  SmLines(const SmLines&) = delete;
  SmLines& operator=(const SmLines&) = delete;

  /// Which of the sampled SMs has the block; kNone: none of them.
  unsigned sm_of(std::uint64_t block) const;
  /// Sectors of a line, and the SM whose block missed them, as one word.
  static std::uint64_t word(std::uint64_t line, unsigned sectors, unsigned sm) {
    return line << 8 | std::uint64_t{sm} << 4 | sectors;
  }
  /// Likewise: a new block begins.
  static std::uint64_t first_word(unsigned sm) { return std::uint64_t{sm} << 4; }
  /// Takes these words, blocks in their order.
  void take(std::uint64_t word);
  /// The part of the missed sectors that the SM had, 0 to 1.
  double found() const;

 private:
  /// Of a block's misses so many are kept: more lines than any L1 has.
  static constexpr std::size_t kMostKept = 4096;

  /// What the block that runs has missed, the oldest overwritten first.
  struct Missed {
    std::vector<std::uint64_t> words;
    std::size_t next = 0;
  };
  /// One of the sampled SMs.
  struct Sm {
    std::unique_ptr<SectorCache> lines;  ///< but for those of the block that runs now
    Missed running;
  };
  static void keep(Missed& missed, std::uint64_t word);
  static void leave_to_others(Sm& sm);

  std::uint64_t sm_count_, first_waves_;
  std::uint64_t apart_;  ///< from one sampled SM to the next; 0: none is sampled
  std::array<Sm, kSampled> sms_;
  std::uint64_t missed_ = 0, found_ = 0;
};

}  // namespace warpschool::sim
