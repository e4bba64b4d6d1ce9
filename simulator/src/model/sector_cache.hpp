// A set-associative cache of 128-byte lines with four sectors each, least recently used first out.
// Functional: it knows which sectors are there and which are dirty, not what they hold.
//
// One entry is one word: line number, epoch, valid and dirty bits. The order of a set's entries is
// the order of their use. A new epoch empties the cache without touching it, so that a cache can
// serve launch after launch, block after block.
#pragma once

#include "warpschool/sim/types.hpp"
#include "warpschool/support/huge_pages.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warpschool::sim {

inline constexpr unsigned kSectorsPerLine = kLineBytes / kSectorBytes;

/// How many of a line's four sectors these bits name: looked up, because not every processor counts
/// bits in one instruction.
inline unsigned count_sectors(unsigned bits) {
  constexpr std::uint64_t kOnes = 0x4332'3221'3221'2110;  // a hexadecimal digit for each set
  return static_cast<unsigned>(kOnes >> (4 * bits) & 0xFu);
}

class SectorCache {
 public:
  static constexpr unsigned kWays = 8;

  /// Room for about `bytes` (at least one set).
  explicit SectorCache(std::uint64_t bytes)
      : sets_(sets_for(bytes)), reciprocal_(~std::uint64_t{0} / sets_ + 1), all_sets_(sets_) {}

  std::uint32_t sets() const { return sets_; }
  /// The set that a line belongs to: line modulo sets().
  std::uint32_t set_index(std::uint64_t line) const {
    // Lemire, Kaser and Kurz, "Faster remainder by direct computation" (2019): exact for 32 bits.
    const std::uint64_t fraction = reciprocal_ * static_cast<std::uint32_t>(line);
    return sets_ == 1 ? 0 : static_cast<std::uint32_t>((Wide{fraction} * sets_) >> 64);
  }
  static std::uint32_t sets_for(std::uint64_t bytes) {
    const auto sets = static_cast<std::uint32_t>(bytes / (std::uint64_t{kLineBytes} * kWays));
    return sets < 2 ? 1 : (sets - 1) | 1;  // odd: strides of powers of two spread over all sets
  }

  /// Empties the cache. Dirty sectors are forgotten: the owner has counted them.
  void begin_epoch() {
    epoch_ = (epoch_ + 1) & kEpochMask;
    if (epoch_ == 0) {
      all_sets_.assign(all_sets_.size(), Set{});
      epoch_ = 1;
    }
    owed_ = 0;
  }

  /// What touch() found and did. One word, so that it is returned in a register.
  class Outcome {
   public:
    Outcome() = default;
    /// @param present sectors (bits) that were valid before
    /// @param evicted number of transfers that were owed for the line that had to go
    /// @param newly_owed how many more are owed for the line than before
    /// @param fetched number of sectors that had to be read
    Outcome(unsigned present, unsigned evicted, int newly_owed, unsigned fetched)
        : all_(present | evicted << 8 | static_cast<unsigned>(newly_owed + kOffset) << 16 |
               fetched << 24) {}
    unsigned present() const { return all_ & 0xffu; }
    unsigned evicted() const { return all_ >> 8 & 0xffu; }
    int newly_owed() const { return static_cast<int>(all_ >> 16 & 0xffu) - kOffset; }
    unsigned fetched() const { return all_ >> 24; }

   private:
    static constexpr int kOffset = 64;
    std::uint32_t all_ = static_cast<std::uint32_t>(kOffset) << 16;
  };

  /// What becomes of the sectors that are touched.
  enum class Fill : std::uint8_t {
    kNone,     ///< they are written in part: as valid as before
    kSectors,  ///< they are valid afterwards
    kPairs     ///< the same, and with one that is missing comes the other one of its 64 bytes
  };

  /// Touches `sectors` (bits 0 to 3) of a line: afterwards they are valid as `fill` says, dirty if
  /// `make_dirty`.
  Outcome touch(std::uint64_t line, unsigned sectors, Fill fill, bool make_dirty) {
    const Outcome outcome = touch_in(entries_of(set_index(line)), line, sectors, fill, make_dirty);
    add_owed(change_of(outcome));
    return outcome;
  }

  /// As touch(), in the line's set or a copy of it. It leaves owed() to the caller:
  /// threads may touch different sets at the same time.
  Outcome touch_in(std::uint64_t* set, std::uint64_t line, unsigned sectors, Fill fill,
                   bool make_dirty) const {
    const std::uint64_t tag = tag_of(line);
    const unsigned way = way_of(set, tag);
    unsigned evicted = 0;
    std::uint64_t entry = tag;
    if (way < kWays) {
      entry = set[way];
      for (unsigned w = way; w > 0; --w) {  // move to the front
        set[w] = set[w - 1];
      }
    } else {
      evicted = is_current(set[kWays - 1]) ? owed_for(set[kWays - 1]) : 0;
      make_room(set);
    }
    const unsigned owed = owed_for(entry);
    const unsigned present = sectors & static_cast<unsigned>(entry & kValidMask);
    const unsigned filled = filled_by(entry, sectors & ~present, fill);
    entry |= filled;
    if (fill == Fill::kNone) {  // the second store in part: taken for the rest of the sector
      entry |= sectors & dirty_of(entry);
    }
    entry |= make_dirty ? std::uint64_t{sectors} << kDirtyShift : 0;
    set[0] = entry;
    const int newly_owed = static_cast<int>(owed_for(entry)) - static_cast<int>(owed);
    return {present, evicted, newly_owed, count(filled)};
  }

  /// Which of these sectors of a line are there. Nothing changes.
  unsigned present(std::uint64_t line, unsigned sectors) const {
    const std::uint64_t* set = all_sets_[set_index(line)].entries.data();
    const unsigned way = way_of(set, tag_of(line));
    return way < kWays ? sectors & static_cast<unsigned>(set[way] & kValidMask) : 0;
  }

  /// What a touch changes in owed().
  static std::uint64_t change_of(const Outcome& outcome) {
    return static_cast<std::uint64_t>(std::int64_t{outcome.newly_owed()}) - outcome.evicted();
  }
  /// @param change may be negative, modulo 2^64.
  void add_owed(std::uint64_t change) { owed_ += change; }
  /// Sectors that must go between here and DRAM some day: each dirty one out, and one that was
  /// written in part in before, because DRAM takes whole sectors.
  std::uint64_t owed() const { return owed_; }
  /// The kWays entries of a set.
  std::uint64_t* entries_of(std::uint32_t set) { return all_sets_[set].entries.data(); }

 private:
  static constexpr std::uint64_t kValidMask = 0xF;
  static constexpr unsigned kEvenSectors = 0b0101;
  static constexpr unsigned kDirtyShift = 4;
  static constexpr unsigned kEpochShift = 8;
  static constexpr std::uint64_t kEpochMask = 0xFFF;
  static constexpr unsigned kLineShift = 20;
  static constexpr std::uint64_t kTagMask = ~std::uint64_t{0xFF};

  /// Where the set has the line; kWays: nowhere.
  static unsigned way_of(const std::uint64_t* set, std::uint64_t tag) {
#pragma GCC unroll 8
    for (unsigned way = 0; way < kWays; ++way) {
      if ((set[way] & kTagMask) == tag) {
        return way;
      }
    }
    return kWays;
  }
  /// Moves all entries one place back; the last one is gone.
  static void make_room(std::uint64_t* set) {
    std::array<std::uint64_t, kWays - 1> kept;
    std::memcpy(kept.data(), set, sizeof kept);
    std::memcpy(set + 1, kept.data(), sizeof kept);
  }

  static unsigned count(unsigned sectors) {
    return count_sectors(sectors);
  }
  static unsigned dirty_of(std::uint64_t entry) {
    return static_cast<unsigned>(entry >> kDirtyShift) & static_cast<unsigned>(kValidMask);
  }
  static unsigned owed_for(std::uint64_t entry) {
    const unsigned dirty = dirty_of(entry);
    return count(dirty) + count(dirty & ~static_cast<unsigned>(entry & kValidMask));
  }
  /// Which sectors of a line have to be read, of those that are missing and their neighbours.
  static unsigned filled_by(std::uint64_t entry, unsigned missing, Fill fill) {
    if (fill == Fill::kNone) {
      return 0;
    }
    const unsigned others = (missing & kEvenSectors) << 1 | (missing >> 1 & kEvenSectors);
    const unsigned wanted = fill == Fill::kPairs ? missing | others : missing;
    return wanted & ~static_cast<unsigned>(entry & kValidMask) & static_cast<unsigned>(kValidMask);
  }
  bool is_current(std::uint64_t entry) const {
    return ((entry >> kEpochShift) & kEpochMask) == epoch_;
  }
  std::uint64_t tag_of(std::uint64_t line) const {
    return line << kLineShift | epoch_ << kEpochShift;
  }
  __extension__ using Wide = unsigned __int128;
  /// One line of the host's caches each: a touch that misses there misses once.
  struct alignas(64) Set {
    std::array<std::uint64_t, kWays> entries{};
  };

  std::uint32_t sets_;
  std::uint64_t reciprocal_;  ///< 2^64 / sets, rounded up
  std::vector<Set, HugePageAllocator<Set>> all_sets_;
  std::uint64_t epoch_ = 1;
  /// Apart from what does not change: other threads ask set_index() while one touches lines.
  alignas(128) std::uint64_t owed_ = 0;
};

}  // namespace warpschool::sim
