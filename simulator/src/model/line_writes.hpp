// What a warp's stores that follow each other closely write to a line: L1 sends it to L2 at once.
#pragma once

#include "warpschool/sim/types.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace warpschool::sim {

class LineWrites {
 public:
  /// Lines of one request that are joined with the next one's. Requests of 3 and of 4 lines are on
  /// an H200, and of 8 lines side by side (lts__t_sectors_op_write: two stores of 16 bytes to half
  /// of the sectors, eight of 4 to a third to a quarter); of 8 lines 64 KiB apart they were not.
  static constexpr unsigned kMostLines = 4, kMostNeighbours = 8;
  /// Bytes of the four sectors of a line that are written, a bit each.
  using Bytes = std::array<std::uint32_t, kLineBytes / kSectorBytes>;

  struct Line {
    std::uint64_t line = 0;
    Bytes written{};
    unsigned slots = 0;  ///< of L2 that were counted for it
    /// Which sectors have something, and which are written wholly.
    unsigned touched() const;
    unsigned full() const;
  };

  explicit LineWrites(unsigned warps) : rows_(warps == 0 ? 1 : warps) {}

  void begin_block();
  /// The warp's stores from here on have nothing to do with those before.
  void begin(unsigned warp) { rows_[warp].count = 0; }
  /// The line with what the warp's last stores and this one have written.
  Line& add(unsigned warp, std::uint64_t line, const Bytes& written);

 private:
  /// Of two arrays at the same time.
  static constexpr unsigned kKept = 2 * kMostNeighbours;
  struct Row {
    std::array<Line, kKept> lines;
    unsigned count = 0;  ///< lines that were ever kept: the oldest goes first
  };
  std::vector<Row> rows_;
};

}  // namespace warpschool::sim
