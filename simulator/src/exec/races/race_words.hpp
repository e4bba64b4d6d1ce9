// The race checks' loops over words side by side, for the instruction set of this machine.
#pragma once

#include "exec/races/shadow_entry.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpschool::sim::shadow {

/// Words of a run that lie side by side, from its first one on.
struct WordPiece {
  std::int32_t offset = 0;             ///< of the first, in words
  std::uint32_t begin = 0, count = 0;  ///< of the run's tags
};

/// Words and who accesses them now.
struct WordRun {
  Entry* writers = nullptr;
  Entry* readers = nullptr;
  const Entry* tags = nullptr;  ///< added to `base`: the entries of this access, by group of words
  std::uint32_t count = 0;      ///< of words
  Entry base = 0;
  Limits limits;
  std::int64_t fresh = 0;  ///< readers of this block from here on have seen no barrier since
  const SyncedLanes* synced_lanes = nullptr;
  /// Where the first word of each group is; nullptr: all lie side by side.
  const std::int32_t* words = nullptr;
  /// Groups have 1, 2 or 4 words side by side; 1 if `words` is nullptr.
  std::uint32_t group_shift = 0;
  bool are_distinct = false;  ///< no word of `words` comes twice
  bool unwritten = false;     ///< all writers are ordered before this access
  bool unread = false;        ///< the same of readers
  /// For plain reads that only barriers and the warp's meetings order: who read a word before the
  /// one that its entry names; else nullptr. Of global memory: room for an entry a word of the run,
  /// in its order.
  Entry* others = nullptr;
  std::int64_t met = 0;       ///< lanes of the warp last met: entries before
  bool met_in_parts = false;  ///< not all of them
  /// From here on several lanes of the warp that read say enough of it.
  std::int64_t enough_of_warp = INT64_MAX;
  std::span<const WordPiece> pieces{};  ///< of pass_write_pieces() and pass_read_pieces()

  std::ptrdiff_t word(std::uint32_t i) const {
    const std::uint32_t first = i >> group_shift;
    return words == nullptr
               ? static_cast<std::ptrdiff_t>(i)
               : words[first] + static_cast<std::ptrdiff_t>(i - (first << group_shift));
  }
  Entry tag(std::uint32_t i) const { return tags[i >> group_shift]; }
};

/// Of an access: 32 lanes of 16 bytes.
inline constexpr std::uint32_t kMostWordsOfAccess = 128;

/// Do the entries (those of readers, or of writers) of all words say just what this access would
/// record? Then the same instruction was here before, and nobody else since: he would have met
/// that.
bool already_recorded(const WordRun& run, const Entry* entries);

/// Plain writes: true: all is well, and recorded. False: look again, word by word. So it
/// is if a word comes twice.
bool pass_writes(const WordRun& run);

enum class ReadsPass : std::uint8_t {
  kRecorded,  ///< all is well
  /// The same. Of global memory: `others` that are not 0 are to be remembered.
  kMerged,
  /// No race, but some readers must be remembered one by one: those of words that come twice, too;
  /// all, where there are no `others`. Nothing is recorded.
  kNewReaders,
  kUnclear  ///< look again, word by word
};
ReadsPass pass_reads(const WordRun& run);

/// Of run.pieces: how many, from the first on, are well and recorded. Of the next, nothing is.
std::size_t pass_write_pieces(const WordRun& run);
std::size_t pass_read_pieces(const WordRun& run);

/// Atomic and volatile accesses, which may meet others of their kind: by `meets`, all or none of
/// them. Lanes may share words. Groups are of one word. As pass_writes() and pass_reads().
bool pass_strong_writes(const WordRun& run, bool meets);
ReadsPass pass_strong_reads(const WordRun& run, bool meets);

/// The instruction by which all words were written last, atomically or volatile. Only if each
/// thread wrote what it accesses now, and nothing was ordered since: whoever races with this read
/// then races with those writes. Leaves `run` as it is.
std::optional<std::uint32_t> own_writes(WordRun& run);

}  // namespace warpschool::sim::shadow
