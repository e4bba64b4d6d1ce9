// The race checks of global memory, a sector at a time where all words of it are accessed alike.
#pragma once

#include "exec/shadow.hpp"

#include <cstddef>
#include <span>

namespace warpschool::sim::shadow {

/// Whole sectors and who accesses them now.
struct SectorRun {
  Entry* writers = nullptr;  ///< entry 0: the sector of the first active lane; the same for readers
  Entry* readers = nullptr;
  std::span<const SectorTouch> touches;
  Entry base = 0;  ///< added to the tags: the entries of this access
  Limits limits;
  std::int64_t fresh = 0;  ///< as in WordRun
};

/// Plain writes. True: all is well, and recorded. False: nothing is recorded; look at the words.
bool pass_sector_writes(const SectorRun& run);
/// The same for plain reads.
bool pass_sector_reads(const SectorRun& run);

/// Do the entries of words count in all of these sectors?
inline bool are_spread(const Entry* writers, std::ptrdiff_t count) {
  Entry differs = 0;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    differs |= writers[i] ^ kSpread;
  }
  return differs == 0;
}

/// From here on the entries of the sector's words count.
/// @param word_writers of the sector's first word; the same for word_readers.
inline void spread(Entry& writer, Entry& reader, Entry* word_writers, Entry* word_readers) {
  if (writer == kSpread) {
    return;
  }
  for (unsigned word = 0; writer != 0 && word < kSectorWords; ++word) {
    word_writers[word] = writer_of_word(writer, word);
  }
  for (unsigned word = 0; reader != 0 && word < kSectorWords; ++word) {
    word_readers[word] = word_of_sector(reader, word);
  }
  writer = kSpread;
}

}  // namespace warpschool::sim::shadow
