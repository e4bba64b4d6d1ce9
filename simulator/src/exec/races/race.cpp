// Decides whether an access races: the entry point and the fast paths of RaceCheck.
#include "exec/races/race.hpp"

#include "exec/races/race_check.hpp"
#include "exec/races/race_sectors.hpp"
#include "exec/races/silent_stores.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {

using namespace shadow;

namespace {

constexpr std::array<SectorTouch, 16> kSectors[] = {
    sector_touches(1), sector_touches(2), sector_touches(4), sector_touches(8), sector_touches(16)};

/// What looking at an access lane by lane counts against the work limit, a lane, in thread
/// instructions: it takes about as long.
constexpr std::uint64_t kLaneCost = 16;

}  // namespace

Entry entry_of(const Warp& warp, const AccessRequest& request) {
  const Grid& grid = *warp.grid;
  const auto at = static_cast<std::uint32_t>(request.instruction - grid.program.code.data());
  return Entry{grid.ordering->now()} << kEpochShift | lane_tag(warp.index * kWarpSize, 0) |
         std::min(at, kUnknownPlace);
}

RaceCheck::RaceCheck(Warp& warp, const AccessRequest& request, const MemorySite& site,
                     const RaceWords& words)
    : warp_(warp),
      request_(request),
      site_(site),
      words_(words),
      block_(*warp.block),
      grid_(*warp.grid),
      order_(block_.order),
      unordered_(grid_.ordering->unordered()),
      is_shared_(request.space == Space::kShared),
      writes_(request.kind != AccessKind::kLoad) {
  const Program& program = grid_.program;
  const auto at = static_cast<std::uint32_t>(request.instruction - program.code.data());
  is_strong_ = request.kind == AccessKind::kAtomic || program.info[at].may_meet_others() ||
               grid_.validated[at] != 0 || (program.info[at].is_strong && is_among_streams());
  is_update_ = program.info[at].is_update;
  is_volatile_ = program.info[at].is_data;
  base_ = entry_of(warp, request);
  if (is_strong_) {
    base_ = with_kind(base_, writes_ ? kStrong : kStrongReader);
  }
  if (request.kind == AccessKind::kStore && !is_shared_ && !is_strong_) {
    idle_ = idle_lanes(warp, request, site);
    writes_ = idle_ != request.active;
  }
  if (is_shared_) {
    limits_.stale = as_entry(order_.barrier);
    if (request.bytes < 4) {
      use_parts_of_shared();
    } else if (words_.parts.writers != nullptr) {
      join_bytes();
    }
  } else {
    limits_.stale = as_entry(grid_.ordering->stale());
    limits_.own = as_entry(order_.resumed);
    limits_.ordered = as_entry(order_.barrier);
    if (!has_learnt() && !block_.has_yielded) {
      limits_.kept = limits_.stale;
    }
    if (!writes_ || is_strong_ || idle_ != 0) {
      site_.shadow->last_read.mark(words_.first, words_.last, grid_.ordering->first());
    }
  }
  if (order_.warps[warp.index].synced > order_.barrier && request.kind != AccessKind::kAtomic)
      [[unlikely]] {
    find_synced_lanes();
  }
}

/// Whose accesses before they met are ordered with those now: all lanes of the warp, or those of
/// tiles that met at the same time.
void RaceCheck::find_synced_lanes() {
  const WarpOrder& warp = order_.warps[warp_.index];
  const std::uint32_t lanes = warp.tile();
  if (lanes == 0) {
    return;
  }
  synced_lanes_ = {as_entry(warp.synced), kThreadBits & ~(Entry{lanes - 1} << kThreadShift),
                   lanes == kWarpSize ? 0 : kKindBits};
  has_mates_ = true;
}

void RaceCheck::run() {
  if (words_.is_written && place_of(base_) != kUnknownPlace &&
      grid_.program.info[place_of(base_)].is_read_only) {
    check_read_only();
  }
  if (is_among_streams()) {
    check_hidden();
  }
  if (words_.sector_writers != nullptr) {
    if (!is_strong_ && run_sectors()) {
      return;
    }
    if (request_.bytes >= 4) {
      spread_sectors();
    } else if (!use_parts_of_global()) {
      return;
    }
  }
  if (!run_quickly() && !(join_words() && run_quickly())) {
    warp_.worker->executed_threads += kLaneCost * count_lanes(request_.active);
    run_lanes();
  }
}

/// True: nothing is wrong, and all is recorded.
bool RaceCheck::run_sectors() {
  const auto phase = static_cast<std::uint32_t>(request_.first % kSectorBytes);
  if (site_.pattern == Pattern::kConsecutive && request_.active == kAllLanes) {
    const auto& touches = kSectors[__builtin_ctz(request_.bytes)];
    return phase == 0 && pass_sectors({touches.data(), request_.bytes});
  }
  if (request_.bytes < 4 || (ready_plan() == nullptr && is_side_by_side())) {
    return false;
  }
  const RacePlan* const known = plan();
  return known != nullptr && !known->sectors.empty() && known->phase == phase &&
         pass_sectors(known->sectors);
}

bool RaceCheck::pass_sectors(std::span<const SectorTouch> touches) {
  const SectorRun run{
      words_.sector_writers, words_.sector_readers, touches, base_, limits_, fresh()};
  if (is_among_streams()) {
    return pass_sectors_among_streams(run);
  }
  return writes_ ? pass_sector_writes(run) : pass_sector_reads(run);
}

/// For accesses that need words: those of all sectors that they touch.
void RaceCheck::spread_sectors() {
  static_assert(kSectorBytes == 1 << 5);
  const auto first = static_cast<std::int64_t>(request_.first % kSectorBytes);
  const std::int64_t span = std::int64_t{site_.high} - site_.low + request_.bytes;
  // first + low may be negative: the shift rounds down.
  const std::int64_t begin = (first + site_.low) >> 5,
                     end = ((first + site_.low + span - 1) >> 5) + 1;
  const bool is_dense = span <= std::int64_t{2} * kWarpSize * std::max(request_.bytes, 4u);
  if (is_dense) {
    spread_sectors(begin, end);
    return;
  }
  const RacePlan* const known = ready_plan();
  if (known != nullptr && request_.bytes >= 4 && known->runs.size() <= kMostRuns) {
    const auto word = static_cast<std::int64_t>(first / 4);
    for (const RacePlan::Run& run : known->runs) {
      spread_sectors((word + run.offset) >> 3, ((word + run.offset + run.count - 1) >> 3) + 1);
    }
    return;
  }
  if (end - begin <= std::int64_t{2} * kWarpSize &&
      are_spread(words_.sector_writers + begin, end - begin)) {
    return;
  }
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    // An access is aligned to its size, so it lies in one sector.
    const std::int64_t sector = (first + site_.delta[__builtin_ctz(rest)]) >> 5;
    spread_sectors(sector, sector + 1);
  }
}

void RaceCheck::spread_sectors(std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t sector = begin; sector < end; ++sector) {
    if (words_.sector_writers[sector] != kPerWord) {
      spread_sector(sector);
    }
  }
}

void RaceCheck::spread_sector(std::ptrdiff_t sector) {
  const SectorPlace place = sector_place(sector);
  if (place.is_of_parts()) {
    need_parts(place.part_shift());
  }
  spread(sector_place(sector));
}

SectorPlace RaceCheck::sector_place(std::ptrdiff_t sector) const {
  const auto phase = static_cast<std::ptrdiff_t>(request_.first % kSectorBytes / 4);
  const std::ptrdiff_t word = sector * std::ptrdiff_t{kSectorWords} - phase;
  return {words_.sector_writers[sector], words_.sector_readers[sector], words_.writers + word,
          words_.readers + word, words_.parts.at(word)};
}

/// True: nothing is wrong, and all is recorded.
bool RaceCheck::run_fast() {
  if (is_row_of_all_lanes()) {
    return pass_words(tags().tags.data(), tags().words);
  }
  const RacePlan* known = ready_plan();
  if (known == nullptr && is_side_by_side()) {
    const auto words = static_cast<std::uint32_t>(lane_words());
    const auto leader = static_cast<unsigned>(__builtin_ctz(request_.active));
    return pass_words(tags().tags.data() + std::size_t{leader} * words,
                      count_lanes(request_.active) * words);
  }
  known = known != nullptr ? known : plan();
  if (known == nullptr) {
    return run_scattered();
  }
  if (writes_ && known->shares_words) {
    return false;
  }
  WordRun run = run_of(known->tags.data(), static_cast<std::uint32_t>(known->words.size()));
  if (is_among_streams() && !shows_as_it_is(*known)) {
    return pass_plan_among_streams(*known);
  }
  if (!known->words.empty()) {
    run.words = known->words.data();
    run.are_distinct = true;
    return record_words(run);
  }
  run.pieces = known->runs;
  const auto rest = known->runs.begin() + pass_pieces(run);
  return std::all_of(rest, known->runs.end(), [&](const RacePlan::Run& words) {
    run.writers = words_.writers + words.offset;
    run.readers = words_.readers + words.offset;
    run.tags = known->tags.data() + words.begin;
    run.count = words.count;
    return record_words(run);
  });
}

/// In their order.
bool RaceCheck::is_row_of_all_lanes() const {
  return site_.pattern == Pattern::kConsecutive && request_.active == kAllLanes;
}

/// Lanes next to each other access words in their order, and no others do.
bool RaceCheck::is_side_by_side() const {
  const auto leader = static_cast<unsigned>(__builtin_ctz(request_.active));
  const unsigned count = count_lanes(request_.active);
  const LaneMask behind = request_.active >> leader;
  if ((behind & (behind + 1)) != 0) {
    return false;
  }
  std::uint32_t uneven = 0;
  for (unsigned l = 0; l < count; ++l) {
    uneven |= static_cast<std::uint32_t>(site_.delta[leader + l]) ^ (l * request_.bytes);
  }
  return uneven == 0;
}

/// Words side by side, from the first lane's on. False: look again, lane by lane.
bool RaceCheck::pass_words(const Entry* tags, std::uint32_t count) {
  WordRun run = run_of(tags, count);
  return is_among_streams() ? pass_words_among_streams(run) : record_words(run);
}

/// As pass_write_pieces().
std::ptrdiff_t RaceCheck::pass_pieces(WordRun& run) const {
  if (!writes_ && only_meetings_order()) {
    note_meetings(run);
  }
  return static_cast<std::ptrdiff_t>(writes_ ? pass_write_pieces(run) : pass_read_pieces(run));
}

void RaceCheck::note_meetings(WordRun& run) const {
  const WarpOrder& warp = order_.warps[warp_.index];
  run.met = as_entry(warp.synced);
  run.met_in_parts = !warp.groups.empty();
  run.enough_of_warp = std::max(run.met, run.fresh);
}

bool RaceCheck::record_words(WordRun& run) {
  if (already_recorded(run, writes_ ? run.writers : run.readers)) {
    return true;
  }
  if (writes_) {
    return pass_writes(run);
  }
  std::array<Entry, kMostWordsOfAccess> others;  // NOLINT(*-member-init): filled where it is used
  if (only_meetings_order()) {
    run.others = is_shared_ ? words_.others + (run.readers - words_.readers) : others.data();
    note_meetings(run);
  }
  const ReadsPass pass = pass_reads(run);
  if (pass == ReadsPass::kNewReaders) {
    remember_readers(run);
  } else if (pass == ReadsPass::kMerged && !is_shared_) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      if (others[i] != 0) {
        grid_.other_readers.remember(&run.readers[run.word(i)], others[i]);
      }
    }
  }
  return pass != ReadsPass::kUnclear;
}

/// May it know of accesses through flags that others set?
bool RaceCheck::has_learnt() const {
  return grid_.ordering->has_released() &&
         (order_.acquired != 0 || order_.warps[warp_.index].acquired != 0);
}

/// Does nothing but barriers and meetings of the warp's lanes order accesses?
bool RaceCheck::only_meetings_order() const {
  return !has_learnt() && !grid_.ordering->forgives() && (is_shared_ || limits_.kept != INT64_MAX);
}

void check_races(Warp& warp, const AccessRequest& request, const MemorySite& site,
                 const RaceWords& words) {
  RaceCheck(warp, request, site, words).run();
}

}  // namespace warpschool::sim
