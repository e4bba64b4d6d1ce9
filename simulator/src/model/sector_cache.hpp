// A set-associative cache of 128-byte lines with four sectors each, least recently used first out.
// Functional: it knows which sectors are there and which are dirty, not what they hold.
//
// One entry is one word: line number, epoch, valid and dirty bits. The order of a set's entries is
// the order of their use. A new epoch empties the cache without touching it, so that a cache can
// serve launch after launch, block after block.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

inline constexpr unsigned kSectorsPerLine = kLineBytes / kSectorBytes;

class SectorCache {
 public:
  static constexpr unsigned kWays = 8;

  /// Room for about `bytes` (at least one set).
  explicit SectorCache(std::uint64_t bytes)
      : sets_(sets_for(bytes)), entries_(static_cast<std::size_t>(sets_) * kWays, 0) {}

  std::uint32_t sets() const { return sets_; }
  static std::uint32_t sets_for(std::uint64_t bytes) {
    const auto sets = static_cast<std::uint32_t>(bytes / (std::uint64_t{kLineBytes} * kWays));
    return sets < 2 ? 1 : (sets - 1) | 1;  // odd: strides of powers of two spread over all sets
  }

  /// Empties the cache. Dirty sectors are forgotten: the owner has counted them.
  void begin_epoch() {
    epoch_ = (epoch_ + 1) & kEpochMask;
    if (epoch_ == 0) {
      entries_.assign(entries_.size(), 0);
      epoch_ = 1;
    }
    dirty_sectors_ = 0;
  }

  struct Outcome {
    unsigned present = 0;        ///< sectors (bits) that were valid before
    unsigned evicted_dirty = 0;  ///< number of dirty sectors that had to go
    unsigned newly_dirty = 0;    ///< number of sectors that became dirty
  };

  /// Touches `sectors` (bits 0 to 3) of a line: afterwards they are valid if `make_valid`, dirty if
  /// `make_dirty`.
  Outcome touch(std::uint64_t line, unsigned sectors, bool make_valid, bool make_dirty) {
    std::uint64_t* set = set_of(line);
    const std::uint64_t tag = tag_of(line);
    Outcome outcome;
    std::uint64_t entry = tag;
    unsigned way = 0;
    while (way < kWays - 1 && (set[way] & kTagMask) != tag) {
      ++way;
    }
    if ((set[way] & kTagMask) == tag) {
      entry = set[way];
    } else if (is_current(set[way])) {
      outcome.evicted_dirty = count(dirty_of(set[way]));
    }
    outcome.present = sectors & static_cast<unsigned>(entry & kValidMask);
    for (; way > 0; --way) {  // move to the front
      set[way] = set[way - 1];
    }
    if (make_valid) {
      entry |= sectors;
    }
    if (make_dirty) {
      outcome.newly_dirty = count(sectors & ~dirty_of(entry));
      entry |= std::uint64_t{sectors} << kDirtyShift;
    }
    set[0] = entry;
    dirty_sectors_ += outcome.newly_dirty;
    dirty_sectors_ -= outcome.evicted_dirty;
    return outcome;
  }

  std::uint64_t dirty_sectors() const { return dirty_sectors_; }

 private:
  static constexpr std::uint64_t kValidMask = 0xF;
  static constexpr unsigned kDirtyShift = 4;
  static constexpr unsigned kEpochShift = 8;
  static constexpr std::uint64_t kEpochMask = 0xFFF;
  static constexpr unsigned kLineShift = 20;
  static constexpr std::uint64_t kTagMask = ~std::uint64_t{0xFF};

  static unsigned count(unsigned bits) { return static_cast<unsigned>(__builtin_popcount(bits)); }
  static unsigned dirty_of(std::uint64_t entry) {
    return static_cast<unsigned>(entry >> kDirtyShift) & static_cast<unsigned>(kValidMask);
  }
  bool is_current(std::uint64_t entry) const {
    return ((entry >> kEpochShift) & kEpochMask) == epoch_;
  }
  std::uint64_t tag_of(std::uint64_t line) const {
    return line << kLineShift | epoch_ << kEpochShift;
  }
  std::uint64_t* set_of(std::uint64_t line) {
    return &entries_[static_cast<std::size_t>(static_cast<std::uint32_t>(line) % sets_) * kWays];
  }

  std::uint32_t sets_;
  std::vector<std::uint64_t> entries_;
  std::uint64_t epoch_ = 1;
  std::uint64_t dirty_sectors_ = 0;
};

}  // namespace warpschool::sim
