// Races between launches (and copies) that nothing orders: what a launch does where earlier work
// may run at the same time.
//
// Entries of earlier work that is ordered with the launch are taken for nobody's, in a copy of what
// an access touches; what then stands there is checked as ever. Entries that the check left alone
// stay: a later launch may be unordered with them.
#include "exec/copy_races.hpp"
#include "exec/race_check.hpp"
#include "exec/work_log.hpp"

#include <array>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// No access has more words: 16 bytes a lane.
constexpr std::size_t kMostWords = std::size_t{4} * kWarpSize;

/// Entries as a launch sees them.
struct Seen {
  std::array<Entry, kMostWords> before;
  std::array<Entry, kMostWords> now;

  void set(std::size_t i, Entry entry) { before[i] = now[i] = entry; }
  /// What was recorded goes where it belongs.
  void write_back(std::size_t i, Entry& entry) const {
    entry = now[i] == before[i] ? entry : now[i];
  }
};

}  // namespace

Entry RaceCheck::as_seen(Entry entry) const {
  const Moment moment = moment_of(entry);
  const bool is_earlier = moment >= grid_.ordering->stale() && moment < grid_.ordering->first();
  return is_earlier && !unordered_->holds(moment) ? 0 : entry;
}

bool RaceCheck::pass_sectors_among_streams(SectorRun run) {
  Seen writers, readers;
  std::array<SectorTouch, kMostWords> touches;
  for (std::size_t i = 0; i < run.touches.size(); ++i) {
    const SectorTouch& touch = run.touches[i];
    touches[i] = {static_cast<std::ptrdiff_t>(i), touch.tag};
    writers.set(i, as_seen(run.writers[touch.sector]));
    readers.set(i, as_seen(run.readers[touch.sector]));
  }
  const SectorRun seen{writers.now.data(), readers.now.data(), {touches.data(), run.touches.size()},
                       run.base,           run.limits,         run.fresh};
  if (!(writes_ ? pass_sector_writes(seen) : pass_sector_reads(seen))) {
    return false;
  }
  for (std::size_t i = 0; i < run.touches.size(); ++i) {
    writers.write_back(i, run.writers[run.touches[i].sector]);
    readers.write_back(i, run.readers[run.touches[i].sector]);
  }
  return true;
}

bool RaceCheck::pass_words_among_streams(WordRun run) {
  Seen writers, readers;
  for (std::uint32_t i = 0; i < run.count; ++i) {
    writers.set(i, as_seen(run.writers[i]));
    readers.set(i, as_seen(run.readers[i]));
  }
  WordRun seen = run;
  seen.writers = writers.now.data();
  seen.readers = readers.now.data();
  if (!record_words(seen)) {
    return false;
  }
  for (std::uint32_t i = 0; i < run.count; ++i) {
    writers.write_back(i, run.writers[i]);
    readers.write_back(i, run.readers[i]);
  }
  return true;
}

bool RaceCheck::pass_atomics_among_streams(WordRun run, const std::int32_t* words) {
  // Lanes that share a word need no care: atomics meet each other, and the last one stays.
  Seen writers, readers;
  std::array<std::int32_t, kWarpSize> places{};
  for (std::uint32_t i = 0; i < run.count; ++i) {
    places[i] = static_cast<std::int32_t>(i);
    writers.set(i, as_seen(run.writers[words[i]]));
    readers.set(i, as_seen(run.readers[words[i]]));
  }
  WordRun seen = run;
  seen.writers = writers.now.data();
  seen.readers = readers.now.data();
  if (!pass_atomics(seen, places.data())) {
    return false;
  }
  for (std::uint32_t i = 0; i < run.count; ++i) {
    writers.write_back(i, run.writers[words[i]]);
  }
  return true;
}

/// Of an entry of earlier work, on the long way: also by flags, and by what volatile accesses are
/// for.
bool RaceCheck::is_earlier_ordered(Entry before) const {
  const Moment moment = moment_of(before);
  if (unordered_ == nullptr || !unordered_->holds(moment)) {
    return true;
  }
  const PastWork* work = grid_.log->find(moment);
  if (work == nullptr) {
    return true;
  }
  if (work->program == nullptr) {
    return is_strong_ && request_.kind != AccessKind::kAtomic;  // a copy sets what a loop watches
  }
  const bool has_acquired = order_.acquired != 0 || order_.warps[warp_.index].acquired != 0;
  return work->has_released && has_acquired;
}

RaceParty RaceCheck::earlier_party(Entry before, bool before_writes) const {
  RaceParty other;
  other.is_write = before_writes;
  const PastWork* work = grid_.log->find(moment_of(before));
  if (work == nullptr) {
    return other;
  }
  describe_access(*work, before, other);
  const WorkOrder& own = *grid_.order;
  other.work =
      UnorderedPair{work->name(), {grid_.program.name, own.api, own.stream, own.called_from}};
  return other;
}

void describe_access(const PastWork& work, Entry entry, RaceParty& party) {
  const std::uint32_t place = place_of(entry);
  if (work.program == nullptr || place == kUnknownPlace) {
    return;
  }
  party.where = Grid::location(*work.program, place);
  const Opcode opcode = work.program->info[place].opcode;
  party.is_atomic = opcode == Opcode::kAtom || opcode == Opcode::kRed;
  party.is_write = party.is_write || opcode == Opcode::kSt;  // one that was recorded as a read
}

}  // namespace warpschool::sim
