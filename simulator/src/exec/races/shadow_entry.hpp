// A shadow entry: who accessed a word of memory, when and how, in 64 bits. Entries of two arrays
// belong to a word: its last writer and a reader.
//
// Words of which threads access single bytes or halves have an entry for each of them instead.
//
// Most sectors of global memory (8 words) are only ever accessed as a whole, by one instruction of
// one warp in the order of its lanes. One entry does for all their bytes then: that of the first,
// with the size of the access in place of the bytes. So shadows stay small, and fast when fresh.
#pragma once

#include "exec/races/happens_before.hpp"
#include "memory/shadow.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace warpschool::sim::shadow {

/// From the top: 32 bits epoch, 10 bits thread, 2 bits kind, 4 bits bytes of the word, 16 bits
/// instruction. 0: nobody.
using Entry = std::uint64_t;

inline constexpr unsigned kEpochShift = 32, kThreadShift = 22, kKindShift = 20, kBytesShift = 16;
inline constexpr Entry kThreadBits = Entry{0x3ff} << kThreadShift;
inline constexpr Entry kKindBits = Entry{3} << kKindShift;
inline constexpr std::uint32_t kUnknownPlace =
    0xffff;  ///< programs have more instructions at times

/// Of a writer: how it wrote.
inline constexpr Entry kPlain = 0, kStrong = 1;
/// Of a reader: whether others read the word too, unordered with the one that is remembered.
inline constexpr Entry kAlone = 0, kWarp = 1, kBlock = 2, kStrongReader = 3;
/// In place of the bytes of a word that atomic or volatile loads read as a whole: whether others
/// did, too. No access has such bytes.
inline constexpr std::uint32_t kStrongOfWarp = 0xb, kStrongOfBlock = 0xd;

/// The entries of epochs before lie below, as signed numbers.
constexpr std::int64_t as_entry(Epoch epoch) {
  return std::int64_t{epoch} << kEpochShift;
}
constexpr Epoch epoch_of(Entry entry) {
  return static_cast<Epoch>(entry >> kEpochShift);
}
constexpr std::uint32_t thread_of(Entry entry) {
  return static_cast<std::uint32_t>(entry >> kThreadShift) & 0x3ffu;
}
constexpr Entry kind_of(Entry entry) {
  return entry >> kKindShift & 3u;
}
constexpr std::uint32_t bytes_of(Entry entry) {
  return static_cast<std::uint32_t>(entry >> kBytesShift) & 0xfu;
}
constexpr std::uint32_t place_of(Entry entry) {
  return static_cast<std::uint32_t>(entry) & 0xffffu;
}
/// Equal in entries of one thread alone. Of the bytes those that tell kStrongOfWarp and
/// kStrongOfBlock from whole words.
inline constexpr Entry kOwnBits = kThreadBits | kKindBits | Entry{6} << kBytesShift;

/// Equal in entries of a warp's threads.
inline constexpr Entry kWarpBits = kThreadBits & ~(Entry{kWarpSize - 1} << kThreadShift);

/// Of a reader's entry: kAlone, kWarp or kBlock, of atomic and volatile loads, too.
constexpr Entry others_of(Entry reader) {
  return kind_of(reader) != kStrongReader     ? kind_of(reader)
         : bytes_of(reader) == kStrongOfWarp  ? kWarp
         : bytes_of(reader) == kStrongOfBlock ? kBlock
                                              : kAlone;
}
constexpr Entry with_bytes(Entry entry, std::uint32_t bytes) {
  return (entry & ~(Entry{0xf} << kBytesShift)) | Entry{bytes} << kBytesShift;
}
constexpr Entry with_kind(Entry entry, Entry kind) {
  return (entry & ~kKindBits) | kind << kKindShift;
}
constexpr Entry lane_tag(std::uint32_t lane, std::uint32_t bytes) {
  return Entry{lane} << kThreadShift | Entry{bytes} << kBytesShift;
}

/// What 32 lanes side by side put to the words (or bytes) that they access.
struct LaneTags {
  std::uint32_t words = 0;
  std::array<Entry, 128> tags{};
};
/// @param words of each lane.
constexpr LaneTags lane_tags(std::uint32_t words) {
  LaneTags result;
  result.words = kWarpSize * words;
  for (std::uint32_t i = 0; i < result.words; ++i) {
    result.tags[i] = lane_tag(i / words, 0xf);
  }
  return result;
}

/// By binary logarithm of a lane's words: 1, 2 or 4.
inline constexpr LaneTags kTagsBySize[] = {lane_tags(1), lane_tags(2), lane_tags(4)};

inline constexpr unsigned kSectorWords = 8;
inline constexpr Entry kSizeBits = Entry{0xf} << kBytesShift;
/// A sector's writer: the entries of its words count. A word's: those of its parts. After all
/// epochs, so ordered with nobody.
inline constexpr Entry kPerWord = 0x7fff'ffff'ffff'ffffu;
/// A sector's writer: the entries of parts count in all of its words, whatever those of the words
/// say.
inline constexpr Entry kPerByte = kPerWord - 1;

/// A sector whose first byte `lane` accesses.
/// @param size binary logarithm of a lane's bytes.
constexpr Entry sector_tag(std::uint32_t lane, unsigned size) {
  return lane_tag(lane, size);
}

/// The entry of a byte of a sector that has one for all.
constexpr Entry byte_of_sector(Entry sector, unsigned byte) {
  return (sector & ~kSizeBits) + lane_tag(byte >> bytes_of(sector), 0xf);
}

/// The same of a word, if no lane accessed less.
constexpr Entry word_of_sector(Entry sector, unsigned word) {
  return byte_of_sector(sector, 4 * word);
}

/// Lanes accessed less than words of the sector.
constexpr bool is_of_parts(Entry sector) {
  return sector != 0 && bytes_of(sector) < 2;
}

/// From here on the entries of the word's parts count.
inline void spread_word(Entry& writer, Entry reader, const PartEntries& parts) {
  for (std::ptrdiff_t part = 0; writer != 0 && part < parts.in_word(); ++part) {
    parts.writers[part] = writer;
  }
  for (std::ptrdiff_t part = 0; reader != 0 && part < parts.in_word(); ++part) {
    parts.readers[part] = reader;
  }
  writer = kPerWord;
}

/// Words of shared memory, from `begin` on.
struct WordRange {
  std::int64_t begin = 0, end = 0;
  bool covers(const WordRange& other) const { return begin <= other.begin && other.end <= end; }
  bool meets(const WordRange& other) const { return begin < other.end && other.begin < end; }
  bool touches(const WordRange& other) const { return begin <= other.end && other.begin <= end; }
  WordRange with(const WordRange& other) const {
    return begin == end ? other : WordRange{std::min(begin, other.begin), std::max(end, other.end)};
  }
};

/// Which words of shared memory are spread, roughly, so that few need be looked at.
struct SpreadWords {
  WordRange all;   ///< each of these is
  WordRange some;  ///< no others are
};

/// A sector that a pattern covers: which one, and what it gets.
struct SectorTouch {
  std::ptrdiff_t sector = 0;  ///< from the sector of the first active lane
  Entry tag = 0;
};

/// Those of 32 lanes side by side that begin with a sector.
constexpr std::array<SectorTouch, 16> sector_touches(std::uint32_t bytes) {
  std::array<SectorTouch, 16> result{};
  const auto size = static_cast<unsigned>(__builtin_ctz(bytes));
  for (std::uint32_t i = 0; i < bytes; ++i) {
    result[i] = {static_cast<std::ptrdiff_t>(i), sector_tag(i * kWarpSize / bytes, size)};
  }
  return result;
}

/// Before which entries all is well, as signed numbers: the top bit of a difference tells.
struct Limits {
  std::int64_t stale = 0;    ///< entries below: earlier launches, or before the barrier
  std::int64_t own = 0;      ///< entries from here on: this block's
  std::int64_t ordered = 0;  ///< this block's entries below: before its barrier
  /// Entries of other blocks from here on: a reader stays, as no writer is ordered with it.
  std::int64_t kept = INT64_MAX;

  bool is_of_shared() const { return own == 0; }  ///< all entries are of this block
};

/// Sign bit set: the entry is ordered before an access `now`, or the same thread made it alone.
[[gnu::always_inline]] inline std::int64_t is_before(Entry entry, Entry now, const Limits& limits,
                                                     Entry same_bits) {
  const auto e = static_cast<std::int64_t>(entry);
  const auto same = static_cast<std::int64_t>((entry ^ now) & same_bits) - 1;
  return (e - limits.stale) | ((limits.own - 1 - e) & ((e - limits.ordered) | same));
}

/// Lanes that have met: all of a warp, or those of one tile. Apart from Limits, which are copied
/// for each access.
struct SyncedLanes {
  std::int64_t met = 0;  ///< this block's entries of synced_lanes below are ordered; 0: nobody's
  Entry alike = 0;       ///< bits of a thread that synced_lanes have in common
  Entry lone = 0;        ///< bits of an access now: zero if one lane makes it, where that matters
};

/// Sign bit set: a mate made the entry, at any time. Of accesses of 4 bytes and more.
[[gnu::always_inline]] inline std::int64_t is_alike(Entry entry, Entry now,
                                                    const SyncedLanes& synced_lanes) {
  // Entries that stand for lanes of other groups, too.
  constexpr Entry kManyBits = Entry{2} << kKindShift;
  const Entry differs =
      ((entry ^ now) & synced_lanes.alike) | (entry & kManyBits) | (now & synced_lanes.lone);
  return static_cast<std::int64_t>(differs) - 1;
}

/// The same, before they met.
[[gnu::always_inline]] inline std::int64_t is_of_mate(Entry entry, Entry now, const Limits& limits,
                                                      const SyncedLanes& synced_lanes) {
  const auto e = static_cast<std::int64_t>(entry);
  return (limits.own - 1 - e) & (e - synced_lanes.met) & is_alike(entry, now, synced_lanes);
}

/// A plain write of this launch that an atomic follows. The two are ordered, by a barrier of the
/// block or because one thread made both. Atomics of other blocks are not ordered with the write.
/// It is kept as if it had been a read, for those to meet.
[[gnu::always_inline]] inline bool others_may_meet(Entry writer, const Limits& limits) {
  return kind_of(writer) == kPlain && writer != 0 &&
         static_cast<std::int64_t>(writer) >= limits.stale;
}

/// Sign bit set: the reader that is remembered says all that matters, whoever reads now.
[[gnu::always_inline]] inline std::int64_t subsumes(Entry entry, const Limits& limits,
                                                    std::int64_t fresh) {
  const auto e = static_cast<std::int64_t>(entry);
  const auto of_block = static_cast<std::int64_t>((entry ^ kBlock << kKindShift) & kKindBits) - 1;
  const std::int64_t of_other = (limits.kept - 1 - e) & (e - limits.own);
  return of_other | ((fresh - 1 - e) & of_block);
}

}  // namespace warpschool::sim::shadow
