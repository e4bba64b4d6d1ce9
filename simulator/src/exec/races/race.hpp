// Races: two threads, one word, at least one write, and nothing that orders them.
#pragma once

#include "exec/access/access.hpp"
#include "exec/races/race_words.hpp"

#include <vector>

namespace warpschool::sim {

/// Runs of a plan that are looked at one by one.
inline constexpr std::size_t kMostRuns = 4;

/// The distinct words (parts, where each has its entry) of a site's pattern, for a warp that comes
/// with the same pattern again.
struct RacePlan {
  /// Words side by side; the offset is from the word of the first active lane.
  using Run = shadow::WordPiece;
  std::uint32_t seen = 0;        ///< version of the pattern at the last access
  std::uint32_t times = 0;       ///< that it came again
  std::uint32_t built = 0;       ///< version that `runs` are for
  std::uint32_t unit_shift = 0;  ///< of the bytes of what is called a word here
  bool shares_words = false;     ///< several lanes access one word
  std::vector<Run> runs;
  std::vector<shadow::Entry> tags;
  std::vector<std::int32_t> words;  ///< the same word by word, if the runs are short; else empty
  /// The same by sectors, if the runs are whole ones when the first lane lies `phase` bytes into
  /// its sector; else empty.
  std::vector<shadow::SectorTouch> sectors;
  std::uint32_t phase = 0;
};

/// The shadow of the words around an access: entry 0 belongs to the word of its first active lane.
struct RaceWords {
  shadow::Entry* writers = nullptr;
  shadow::Entry* readers = nullptr;
  /// Of its sector; nullptr: there are only words.
  shadow::Entry* sector_writers = nullptr;
  shadow::Entry* sector_readers = nullptr;
  std::uint64_t first = 0, last = 0;  ///< bytes of the access, from the allocation's first on
  /// This launch has written memory near them: read-only loads may miss it. The same of readers.
  bool is_written = false, is_read = false;
  bool was_never_written = false;  ///< no launch or copy that has entries wrote there, ever
  PartEntries parts;               ///< where those of words do not count (shadow::kPerWord)
  /// As OtherReaders, of shared memory only.
  shadow::Entry* others = nullptr;
  shadow::Entry* part_others = nullptr;
};

/// Words with several readers: who read them before the one that the shadow names. Only for
/// reports; forgets. Of global memory: in shared memory there is a place for each.
class OtherReaders {
 public:
  void remember(const shadow::Entry* word, shadow::Entry reader) {
    if (known_.empty()) {
      known_.resize(kPlaces);
    }
    known_[place_of(word)] = {word, reader};
  }
  /// 0: forgotten.
  shadow::Entry find(const shadow::Entry* word) const {
    const bool is_known = !known_.empty() && known_[place_of(word)].word == word;
    return is_known ? known_[place_of(word)].reader : 0;
  }

 private:
  struct Known {
    const shadow::Entry* word = nullptr;
    shadow::Entry reader = 0;
  };
  static constexpr std::size_t kPlaces = 16384;
  static std::size_t place_of(const shadow::Entry* word) {
    return reinterpret_cast<std::uintptr_t>(word) / sizeof *word % kPlaces;
  }
  std::vector<Known> known_;
};

/// What a plain access enters now: an entry of lane 0, all but its bytes.
shadow::Entry entry_of(const Warp& warp, const AccessRequest& request);

/// Keeps reads of the launch beside the entries of the shadow (memory/extra_access_sets.hpp).
/// @param entry as entry_of(), or of a volatile read
void hide_reads(const Grid& grid, const AccessRequest& request, const MemorySite& site,
                shadow::Entry entry);

/// Checks one access and records it. Throws GuestFault.
void check_races(Warp& warp, const AccessRequest& request, const MemorySite& site,
                 const RaceWords& words);

}  // namespace warpschool::sim
