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

/// Plain writes: true: all is well, and recorded. False: look again, word by word.
bool pass_writes(const WordRun& run);

enum class ReadsPass : std::uint8_t {
  kRecorded,    ///< all is well
  kNewReaders,  ///< no race, but some readers must be remembered one by one; nothing is recorded
  kUnclear      ///< look again, word by word
};
ReadsPass pass_reads(const WordRun& run);

/// Atomics on words that need not lie side by side: word i is words[i]. As pass_writes().
bool pass_atomics(const WordRun& run, const std::int32_t* words);

}  // namespace warpschool::sim::shadow
