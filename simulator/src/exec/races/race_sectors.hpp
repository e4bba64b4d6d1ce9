// The race checks of global memory, a sector at a time where all words of it are accessed alike.
#pragma once

#include "exec/races/shadow_entry.hpp"

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
    differs |= writers[i] ^ kPerWord;
  }
  return differs == 0;
}

/// A sector's entries, and those of its first word.
struct SectorPlace {
  Entry& writer;
  Entry& reader;
  Entry* word_writers;
  Entry* word_readers;
  PartEntries parts;

  /// Do other entries count?
  bool is_spread() const { return writer == kPerWord || writer == kPerByte; }
  /// Are entries of parts of words needed to keep what is known of it?
  bool is_of_parts() const {
    return !is_spread() && (shadow::is_of_parts(writer) || shadow::is_of_parts(reader));
  }
  /// Of those parts: as PartEntries::shift.
  unsigned part_shift() const {
    const auto of = [](Entry entry) { return shadow::is_of_parts(entry) ? bytes_of(entry) : 1; };
    return std::min(of(writer), of(reader));
  }
};

/// From here on the entries of parts count. All of the sector belongs to the allocation.
inline void put_in_parts(const SectorPlace& place) {
  const PartEntries& parts = place.parts;
  const unsigned count = kSectorBytes >> parts.shift;
  for (unsigned part = 0; place.writer != 0 && part < count; ++part) {
    parts.writers[part] = byte_of_sector(place.writer, part << parts.shift);
  }
  for (unsigned part = 0; place.reader != 0 && part < count; ++part) {
    parts.readers[part] = byte_of_sector(place.reader, part << parts.shift);
  }
  place.writer = kPerByte;
}

/// From here on the entries of the sector's words count; those of their parts, where lanes accessed
/// less than words. If there are none, what is known is forgotten.
inline void spread(const SectorPlace& place) {
  if (place.writer == kPerWord) {
    return;
  }
  if (place.is_of_parts() && place.parts.writers != nullptr) {
    put_in_parts(place);
  }
  if (place.writer == kPerByte) {
    std::fill_n(place.word_writers, kSectorWords, kPerWord);
  } else if (!place.is_of_parts()) {
    for (unsigned word = 0; place.writer != 0 && word < kSectorWords; ++word) {
      place.word_writers[word] = word_of_sector(place.writer, word);
    }
    for (unsigned word = 0; place.reader != 0 && word < kSectorWords; ++word) {
      place.word_readers[word] = word_of_sector(place.reader, word);
    }
  }
  place.writer = kPerWord;
}

}  // namespace warpschool::sim::shadow
