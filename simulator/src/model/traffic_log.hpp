// What blocks that run at the same time sent to L2, until it is their turn.
#pragma once

#include "model/sector_cache.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// Lines that got the same request one after the other, as one word: each 2^stride lines behind the
/// one before. From the top: 6 bits lines beyond the first, 6 bits stride, 42 bits first line, 2
/// bits request, 4 bits sectors written wholly, 4 bits sectors.
struct LineRun {
  enum class Request : std::uint8_t { kLoad, kStore, kAtomic };
  static constexpr unsigned kMostBeyond = 63;

  std::uint64_t word = 0;

  static LineRun of(Request request, std::uint64_t line, unsigned sectors, unsigned full) {
    return {line << kLineShift | static_cast<std::uint64_t>(request) << 8 |
            std::uint64_t{full} << 4 | sectors};
  }
  Request request() const { return static_cast<Request>(word >> 8 & 3u); }
  std::uint64_t first_line() const { return (word & kFirst) >> kLineShift; }
  unsigned stride() const { return static_cast<unsigned>(word >> kStrideShift & 63u); }
  unsigned beyond() const { return static_cast<unsigned>(word >> kBeyondShift); }
  unsigned sectors() const { return static_cast<unsigned>(word & 15u); }
  unsigned full() const { return static_cast<unsigned>(word >> 4 & 15u); }
  /// The run of one line that would prolong this one.
  LineRun next() const {
    return {(word & kFirst) + (std::uint64_t{beyond() + 1} << stride() << kLineShift)};
  }
  void prolong() { word += std::uint64_t{1} << kBeyondShift; }
  /// Of one line: makes it one of `lines`.
  void spread(unsigned stride, unsigned lines) {
    word |= std::uint64_t{stride} << kStrideShift | std::uint64_t{lines - 1} << kBeyondShift;
  }
  /// How many lines the first one of `other` lies behind this one's; 0: not behind, or they are not
  /// the same request.
  std::uint64_t lines_to(LineRun other) const {
    const std::uint64_t distance = other.word - word;
    const bool is_same = (distance & kRequest) == 0 && distance < kFirst;
    return is_same ? distance >> kLineShift : 0;
  }
  /// The same loads of other sectors: together they are one.
  bool may_join(LineRun other) const {
    return request() == Request::kLoad && ((word ^ other.word) & ~std::uint64_t{15}) == 0;
  }
  bool operator==(const LineRun&) const = default;

 private:
  static constexpr unsigned kBeyondShift = 58, kStrideShift = 52, kLineShift = 10;
  static constexpr std::uint64_t kFirst = (std::uint64_t{1} << kStrideShift) - 1;
  static constexpr std::uint64_t kRequest = (std::uint64_t{1} << kLineShift) - 1;
};

/// What some blocks sent to L2, in their order. Shards are groups of cache sets: they know nothing
/// of each other, so only the order within one counts.
class TrafficLog {
 public:
  static constexpr unsigned kShards = 8;
  /// A stretch of a shard, of float_sectors or of sm_misses.
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  std::array<std::vector<LineRun>, kShards> lines;
  std::vector<std::uint64_t> float_sectors;  ///< sector << 6 | lanes
  std::vector<std::uint64_t> sm_misses;      ///< SmLines::word()
  std::size_t requests = 0;                  ///< that a replay has to do

  /// @param request one line's. It goes to `l2` some day.
  void add(LineRun request, const SectorCache& l2) {
    ++requests;
    for (OpenRun& run : open_) {
      if (run.next == request && run.left != 0 && lines[run.shard].size() == run.seen) {
        LineRun& grows = lines[run.shard][run.index];
        grows.prolong();
        run.next = grows.next();
        --run.left;
        return;
      }
    }
    add_slowly(request, l2);
  }
  void clear();
  /// What is here does not change any more: the next request begins a new run.
  void close_runs();
  std::uint64_t size_bytes() const;

 private:
  /// A run that lately got a line.
  struct OpenRun {
    LineRun next;  ///< what would prolong it
    unsigned shard = 0;
    std::size_t index = 0;
    std::size_t seen = 0;  ///< runs of the shard: none of them stands against more lines
    unsigned left = 0;     ///< how many lines it may get without another look
  };

  void add_slowly(LineRun request, const SectorCache& l2);
  std::size_t put(LineRun request, unsigned shard, std::uint32_t set, const SectorCache& l2);
  bool spread_last(LineRun request, unsigned shard, std::uint32_t set, const SectorCache& l2);
  void open(unsigned shard, std::size_t index, std::uint32_t set, const SectorCache& l2);

  std::array<std::size_t, kShards> closed_{};  ///< so many runs of a shard must not grow
  std::array<OpenRun, 4> open_{};
  unsigned oldest_ = 0;  ///< of open_
};

}  // namespace warpschool::sim
