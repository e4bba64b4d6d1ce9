// Memory of which threads access bytes and halves: entries for each of them, so that neighbours in
// a word are not taken for each other.
#include "exec/races/race_check.hpp"
#include "memory/shadow.hpp"

#include <algorithm>

namespace warpschool::sim {

using namespace shadow;

/// For accesses of less than a word: from here on `words_` are parts.
void RaceCheck::use_parts() {
  const std::ptrdiff_t part = words_.parts.part_of(request_.first);
  words_.writers = words_.parts.writers + part;
  words_.readers = words_.parts.readers + part;
  unit_shift_ = words_.parts.shift;
}

void RaceCheck::use_parts_of_shared() {
  const auto phase = static_cast<std::ptrdiff_t>(request_.first % 4);
  if (words_.parts.writers == nullptr) {
    block_.need_byte_entries();
    const auto first = static_cast<std::ptrdiff_t>(request_.first) - phase;
    words_.parts = {block_.shared_byte_writers.data() + first,
                    block_.shared_byte_readers.data() + first};
    words_.part_others = block_.shared_byte_others.data() + first;
  }
  const WordRange span = span_of_words();
  SpreadWords& known = block_.spread_words;
  if (!known.all.covers(span)) {
    spread_words(span);
    known.some = known.some.with(span);
    known.all = known.all.touches(span) ? known.all.with(span) : span;
  }
  use_parts();
  words_.others = words_.part_others + phase;
}

/// False: the host has no room for entries.
bool RaceCheck::use_parts_of_global() {
  if (!need_parts(request_.bytes / 2)) {
    return false;
  }
  put_in_parts();
  use_parts();
  return true;
}

/// Of global memory. False: the host has no room for them.
/// @param shift as PartEntries::shift, or less
bool RaceCheck::need_parts(unsigned shift) {
  if (words_.parts.writers != nullptr && words_.parts.shift <= shift) {
    return true;
  }
  if (!site_.shadow->need_parts(shift)) {
    return false;
  }
  const std::uint64_t word = request_.first / 4 - site_.begin / 4;
  words_.parts = site_.shadow->parts.at(static_cast<std::ptrdiff_t>(word));
  return true;
}

/// Bytes from the first lane's sector on: of all their sectors the entries of parts count.
[[gnu::always_inline]] inline bool RaceCheck::are_in_parts(std::int64_t begin,
                                                           std::int64_t end) const {
  Entry differs = 0;
  for (std::int64_t sector = begin >> 5; sector <= (end - 1) >> 5; ++sector) {
    differs |= words_.sector_writers[sector] ^ kPerByte;
  }
  return differs == 0;
}

/// From here on the entries of parts count wherever the lanes access memory.
void RaceCheck::put_in_parts() {
  constexpr std::int64_t kRowBytes = std::int64_t{4} * kWarpSize, kLeastRow = 8;
  const auto first = static_cast<std::int64_t>(request_.first % kSectorBytes);
  const std::int64_t bytes = request_.bytes;
  const std::int64_t begin = first + site_.low, end = first + site_.high + bytes;
  if (end - begin <= kRowBytes) {
    put_in_parts(begin, end, true);
    return;
  }
  const RacePlan* const known = ready_plan();
  if (known != nullptr && known->runs.size() <= kMostRuns) {
    const std::uint32_t shift = known->unit_shift;  // that of the parts may become less on the way
    for (const RacePlan::Run& run : known->runs) {
      const std::int64_t at = first + run.offset * (std::int64_t{1} << shift);
      const std::int64_t length = std::int64_t{run.count} << shift;
      if (!are_in_parts(at, at + length)) {
        put_in_parts(at, at + length, length >= kLeastRow);
      }
    }
    return;
  }
  if (!are_lanes_in_parts()) {
    for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
      const std::int64_t at = first + site_.delta[__builtin_ctz(rest)];
      put_in_parts(at, at + bytes, false);
    }
  }
}

/// Quick: false if some are in sectors that count as parts, some in such words.
bool RaceCheck::are_lanes_in_parts() const {
  const bool in_sectors = words_.sector_writers[0] == kPerByte;
  const Entry* const writers = in_sectors ? words_.sector_writers : words_.writers;
  const Entry wanted = in_sectors ? kPerByte : kPerWord;
  const unsigned shift = in_sectors ? 5 : 2;
  const auto phase = static_cast<std::int64_t>(request_.first & ((1u << shift) - 1));
  Entry differs = 0;
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    differs |= writers[(phase + site_.delta[__builtin_ctz(rest)]) >> shift] ^ wanted;
  }
  return differs == 0;
}

/// Bytes from the first lane's sector on. @param is_row others of their sectors will follow, likely
void RaceCheck::put_in_parts(std::int64_t begin, std::int64_t end, bool is_row) {
  const auto phase = static_cast<std::int64_t>(request_.first % kSectorBytes / 4);
  for (std::int64_t sector = begin >> 5; sector <= (end - 1) >> 5; ++sector) {
    const Entry writer = words_.sector_writers[sector];
    if (writer == kPerByte) {
      continue;
    }
    if (is_row && writer != kPerWord && is_whole(sector)) {
      put_sector_in_parts(sector);
      continue;
    }
    spread_sectors(sector, sector + 1);
    const std::int64_t from = std::max(begin, sector * 32) >> 2,
                       to = (std::min(end, sector * 32 + 32) - 1) >> 2;
    for (std::int64_t word = from - phase; word <= to - phase; ++word) {
      if (words_.writers[word] != kPerWord) {
        spread_word(words_.writers[word], words_.readers[word], words_.parts.at(word));
      }
    }
  }
}

void RaceCheck::put_sector_in_parts(std::ptrdiff_t sector) {
  const SectorPlace place = sector_place(sector);
  if (place.is_of_parts()) {
    need_parts(place.part_shift());
  }
  shadow::put_in_parts(sector_place(sector));
}

/// Does all of the sector belong to the allocation?
bool RaceCheck::is_whole(std::ptrdiff_t sector) const {
  const DeviceAddress begin =
      (request_.first / kSectorBytes + static_cast<DeviceAddress>(sector)) * kSectorBytes;
  return begin >= site_.begin && begin + kSectorBytes <= site_.begin + site_.shadow->bytes;
}

/// All words from the first to the last that the lanes access.
WordRange RaceCheck::span_of_words() const {
  const auto first = static_cast<std::int64_t>(request_.first);
  return {(first + site_.low) / 4, (first + site_.high + request_.bytes - 1) / 4 + 1};
}

void RaceCheck::spread_words(const WordRange& span) {
  const auto first = static_cast<std::int64_t>(request_.first / 4);
  for (std::int64_t at = span.begin; at < span.end; ++at) {
    const std::ptrdiff_t word = at - first;
    if (words_.writers[word] != kPerWord) {
      spread_word(words_.writers[word], words_.readers[word], words_.parts.at(word));
    }
  }
}

/// For accesses of whole words of shared memory, where others are of bytes.
void RaceCheck::join_bytes() {
  if (block_.spread_words.some.meets(span_of_words())) {
    join_words();
  }
}

/// Accesses of whole words: where one entry will do again. False: nowhere.
bool RaceCheck::join_words() {
  if (words_.parts.writers == nullptr || unit() < 4 || is_among_streams()) {
    return false;
  }
  bool joins = false;
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const std::ptrdiff_t begin = word_of(static_cast<unsigned>(__builtin_ctz(rest)));
    for (std::ptrdiff_t word = begin; word < begin + lane_words(); ++word) {
      joins |= words_.writers[word] == kPerWord && join_word(word);
    }
  }
  return joins;
}

/// If a barrier (of shared memory), or the launch, came after all accesses to the word's parts.
bool RaceCheck::join_word(std::ptrdiff_t word) {
  const PartEntries parts = words_.parts.at(word);
  Entry writer = 0, reader = 0;
  for (std::ptrdiff_t part = 0; part < parts.in_word(); ++part) {
    writer = std::max(writer, parts.writers[part]);
    reader = std::max(reader, parts.readers[part]);
  }
  if (static_cast<std::int64_t>(std::max(writer, reader)) >= limits_.stale) {
    return false;
  }
  words_.writers[word] = writer;
  words_.readers[word] = reader;
  if (is_shared_) {
    block_.spread_words.all = {};
  }
  return true;
}

}  // namespace warpschool::sim
