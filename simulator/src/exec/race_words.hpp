// The race checks' loops over words side by side, for the instruction set of this machine.
#pragma once

#include "exec/shadow.hpp"

namespace warpschool::sim::shadow {

/// Words and who accesses them now.
struct WordRun {
  Entry* writers = nullptr;
  Entry* readers = nullptr;
  const Entry* tags = nullptr;  ///< added to `base`: the entries of this access
  std::uint32_t count = 0;
  Entry base = 0;
  Limits limits;
  std::int64_t fresh = 0;  ///< readers of this block from here on have seen no barrier since
  Entry all = 0;           ///< all_writers() of the access
  const Mates* mates = nullptr;
  const std::int32_t* words = nullptr;  ///< where word i is; nullptr: they lie side by side

  std::ptrdiff_t word(std::uint32_t i) const {
    return words == nullptr ? static_cast<std::ptrdiff_t>(i) : words[i];
  }
};

/// Of an access: 32 lanes of 16 bytes.
inline constexpr std::uint32_t kMostWordsOfAccess = 128;

/// Plain writes: true: all is well, and recorded. False: look again, word by word. So it
/// is if a word comes twice.
bool pass_writes(const WordRun& run);

enum class ReadsPass : std::uint8_t {
  kRecorded,  ///< all is well
  /// No race, but some readers must be remembered one by one: those of words that come twice, too.
  /// Nothing is recorded.
  kNewReaders,
  kUnclear  ///< look again, word by word
};
ReadsPass pass_reads(const WordRun& run);

/// Atomic and volatile accesses, which may meet others of their kind: by `meets`, all or none of
/// them. Lanes may share words. As pass_writes() and
/// pass_reads().
bool pass_strong_writes(const WordRun& run, bool meets);
ReadsPass pass_strong_reads(const WordRun& run, bool meets);

}  // namespace warpschool::sim::shadow
