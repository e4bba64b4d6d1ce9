// Races of accesses whose words lie anywhere, and of atomic and volatile ones.
#include "exec/races/race_check.hpp"

#include <array>

namespace warpschool::sim {

using namespace shadow;

/// The words of all active lanes, anywhere, and their tags; or the first word of each lane.
struct RaceCheck::LaneWords {
  std::array<std::int32_t, kMostWordsOfAccess> words;
  std::array<Entry, kMostWordsOfAccess> some_tags;
  const Entry* tags = nullptr;
  const std::int32_t* where = nullptr;  ///< as WordRun::words
  std::uint32_t count = 0;
};

void RaceCheck::list_words(LaneWords& list) const {
  const std::int32_t size = lane_words();
  const Entry* const tags = this->tags().tags.data();
  if (request_.active == kAllLanes) {
    list.count = kWarpSize * static_cast<std::uint32_t>(size);
    list.tags = tags;
    const auto words = static_cast<std::uint32_t>(size);
    for (std::uint32_t w = 0; w < words; ++w) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        list.words[lane * words + w] = word_of(lane) + static_cast<std::int32_t>(w);
      }
    }
    return;
  }
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    for (std::int32_t w = 0; w < size; ++w) {
      list.words[list.count] = word_of(lane) + w;
      list.some_tags[list.count++] = tags[static_cast<std::int32_t>(lane) * size + w];
    }
  }
  list.tags = list.some_tags.data();
}

/// One word a lane, and the tag of all its words.
void RaceCheck::list_first_words(LaneWords& list) const {
  const Entry* const tags = kTagsBySize[0].tags.data();
  if (request_.active == kAllLanes) {
    list.count = kWarpSize;
    list.tags = tags;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      list.words[lane] = word_of(lane);
    }
    return;
  }
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    list.words[list.count] = word_of(lane);
    list.some_tags[list.count++] = tags[lane];
  }
  list.tags = list.some_tags.data();
}

/// Plain accesses of whole words, in a pattern that was not there before. As run_fast().
bool RaceCheck::run_scattered() {
  if (idle_ != 0 || is_among_streams()) {
    return false;
  }
  LaneWords list;  // NOLINT(*-member-init): filled as far as it is used
  list_first_words(list);
  const auto size = static_cast<std::uint32_t>(lane_words());
  WordRun run = run_of(list.tags, list.count * size);
  run.words = list.words.data();
  run.group_shift = static_cast<std::uint32_t>(__builtin_ctz(size));
  return record_words(run);
}

/// Atomic and volatile accesses of whole words. As run_fast().
bool RaceCheck::run_strong() {
  const bool is_atomic = request_.kind == AccessKind::kAtomic;
  if (is_among_streams() && (!is_atomic || request_.bytes != 4)) {
    return false;
  }
  LaneWords list;  // NOLINT(*-member-init): filled as far as it is used
  if (is_row_of_all_lanes() && !is_among_streams()) {
    list.tags = tags().tags.data();
    list.count = tags().words;
  } else {
    list_words(list);
    list.where = list.words.data();
  }
  WordRun run = run_of(list.tags, list.count);
  run.words = list.where;
  if (is_among_streams()) {
    return pass_atomics_among_streams(run);
  }
  // may_meet_strong(), at the least
  const bool meets =
      (is_atomic || (!is_shared_ && !is_update_)) && (is_shared_ || !grid_.program.has_block_scope);
  if (writes_) {
    return pass_strong_writes(run, meets);
  }
  if (const auto place = own_writes(run); place && !is_atomic_at(*place)) {
    return true;
  }
  run.met = as_entry(order_.warps[warp_.index].synced);
  const ReadsPass pass = pass_strong_reads(run, meets);
  if (pass == ReadsPass::kNewReaders) {
    remember_readers(run);
  }
  return pass != ReadsPass::kUnclear;
}

}  // namespace warpschool::sim
