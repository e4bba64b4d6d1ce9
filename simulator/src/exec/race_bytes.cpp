// Shared memory of which threads access bytes and halves: entries byte by byte, so that neighbours
// in a word are not taken for each other.
#include "exec/race_check.hpp"

namespace warpschool::sim {

using namespace shadow;

/// For accesses of less than a word: from here on `words_` are bytes.
void RaceCheck::use_bytes() {
  const auto phase = static_cast<std::ptrdiff_t>(request_.first % 4);
  if (words_.byte_writers == nullptr) {
    block_.need_byte_entries();
    const auto first = static_cast<std::ptrdiff_t>(request_.first) - phase;
    words_.byte_writers = block_.shared_byte_writers.data() + first;
    words_.byte_readers = block_.shared_byte_readers.data() + first;
    words_.byte_others = block_.shared_byte_others.data() + first;
  }
  const WordRange span = span_of_words();
  if (!block_.spread_words.all.covers(span)) {
    spread_words(span);
  }
  words_.writers = words_.byte_writers + phase;
  words_.readers = words_.byte_readers + phase;
  words_.others = words_.byte_others + phase;
  unit_shift_ = 0;
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
    if (words_.writers[word] != kSpread) {
      spread_word(words_.writers[word], words_.readers[word], words_.byte_writers + 4 * word,
                  words_.byte_readers + 4 * word);
    }
  }
  SpreadWords& known = block_.spread_words;
  known.some = known.some.with(span);
  known.all = known.all.touches(span) ? known.all.with(span) : span;
}

/// For accesses of whole words, where others are byte by byte.
void RaceCheck::join_bytes() {
  if (!block_.spread_words.some.meets(span_of_words())) {
    return;
  }
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const std::ptrdiff_t begin = word_of(static_cast<unsigned>(__builtin_ctz(rest)));
    for (std::ptrdiff_t word = begin; word < begin + lane_words(); ++word) {
      if (words_.writers[word] == kSpread) {
        join_word(word);
      }
    }
  }
}

/// One entry will do again if a barrier came after all accesses to the word's bytes.
void RaceCheck::join_word(std::ptrdiff_t word) {
  for (std::ptrdiff_t byte = 4 * word; byte < 4 * word + 4; ++byte) {
    if (static_cast<std::int64_t>(words_.byte_writers[byte]) >= limits_.stale ||
        static_cast<std::int64_t>(words_.byte_readers[byte]) >= limits_.stale) {
      return;
    }
  }
  words_.writers[word] = words_.byte_writers[4 * word];
  words_.readers[word] = 0;
  block_.spread_words.all = {};
}

}  // namespace warpschool::sim
