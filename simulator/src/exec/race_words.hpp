// The race checks' loops over words side by side, for the instruction set of this machine.
#pragma once

#include "exec/shadow.hpp"

namespace warpschool::sim::shadow {

/// Words side by side and who accesses them now.
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
};

/// Of a run whose words do not lie side by side.
inline constexpr std::uint32_t kMostWordsOfAccess = 128;  ///< 32 lanes of 16 bytes

/// Plain writes: true: all is well, and recorded. False: look again, word by word.
bool pass_writes(const WordRun& run);

enum class ReadsPass : std::uint8_t {
  kRecorded,    ///< all is well
  kNewReaders,  ///< no race, but some readers must be remembered one by one; nothing is recorded
  kUnclear      ///< look again, word by word
};
ReadsPass pass_reads(const WordRun& run);

// The same for words that need not lie side by side: word i is words[i]. Of lanes that share a word
// the second one is told apart: then writes are false, and reads kNewReaders.
bool pass_writes_at(const WordRun& run, const std::int32_t* words);
ReadsPass pass_reads_at(const WordRun& run, const std::int32_t* words);
/// Atomics; lanes may share words. As pass_writes().
bool pass_atomics(const WordRun& run, const std::int32_t* words);

}  // namespace warpschool::sim::shadow
