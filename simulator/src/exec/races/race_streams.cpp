// Races between launches (and copies) that nothing orders: what a launch does where earlier work
// may run at the same time.
//
// Entries of earlier work that is ordered with the launch are taken for nobody's, in a copy of what
// an access touches; what then stands there is checked as ever. Entries that the check left alone
// stay: a later launch may be unordered with them.
#include "exec/access/contiguous_runs.hpp"
#include "exec/races/copy_races.hpp"
#include "exec/races/race_check.hpp"
#include "exec/races/stream_history.hpp"

#include <algorithm>
#include <array>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// Entries as a launch sees them.
class Sight {
 public:
  Sight(const HappensBefore& ordering, Entry now)
      : now_(epoch_of(now)),
        unordered_(*ordering.unordered()),
        stale_(Entry{ordering.stale()} << kEpochShift),
        first_(Entry{ordering.first()} << kEpochShift) {}

  Entry of(Entry entry) const {
    return is_earlier(entry) && !unordered_.holds(epoch_of(entry)) ? 0 : entry;
  }
  /// Of a reader, to one who reads, too: an unordered one stays, and this access is kept elsewhere.
  Entry of_reader(Entry entry) {
    if (!is_earlier(entry)) {
      return entry;
    }
    const bool stays = unordered_.holds(epoch_of(entry));
    any_stays_ = any_stays_ || stays;
    return stays ? kStays : 0;
  }
  bool any_stays() const { return any_stays_; }
  bool may_run_with(Entry entry) const {
    return is_earlier(entry) && unordered_.holds(epoch_of(entry));
  }
  /// Of earlier work, ordered or not.
  bool is_earlier(Entry entry) const { return entry - stale_ < first_ - stale_; }
  /// Most words were touched by the launch itself since: they are seen as they are.
  bool shows(const Entry* entries, std::uint32_t count) const {
    const Entry span = first_ - stale_;
    Entry earlier = 0;  // its top bit: without a comparison, which few processors do with 64 bits
    for (std::uint32_t i = 0; i < count; ++i) {
      const Entry since = entries[i] - stale_;
      earlier |= (since - span) & ~since;
    }
    return static_cast<std::int64_t>(earlier) >= 0;
  }
  /// What was recorded goes where it belongs. @param seen what came of the entry that was seen.
  void write_back(Entry& entry, Entry seen) const { entry = epoch_of(seen) == now_ ? seen : entry; }

 private:
  /// Says all that matters (subsumes()), whatever the limits.
  static constexpr Entry kStays = with_kind(kPerWord, kBlock);

  Epoch now_;
  const UnorderedWork& unordered_;
  Entry stale_, first_;
  bool any_stays_ = false;
};

ExtraAccessSets* need_hidden(const Grid& grid, const MemorySite& site,
                             const ExtraAccessSets::Kind& kind) {
  return site.shadow->hidden.need(kind, site.shadow->bytes,
                                  [&](Epoch work) { return grid.log->find(work) == nullptr; });
}

}  // namespace

void hide_reads(const Grid& grid, const AccessRequest& request, const MemorySite& site,
                Entry entry) {
  const bool is_strong = kind_of(entry) == kStrongReader;
  ExtraAccessSets* const hidden =
      need_hidden(grid, site, {grid.ordering->first(), false, is_strong});
  if (hidden == nullptr) {
    return;
  }
  const std::uint64_t first = request.first - site.begin;
  for_each_contiguous_run(request, site, [&](std::int64_t delta, std::uint64_t bytes) {
    hidden->add(first + static_cast<std::uint64_t>(delta), bytes, entry);
  });
}

bool RaceCheck::pass_sectors_among_streams(SectorRun run) {
  Sight sight(*grid_.ordering, run.base);
  std::array<Entry, kMostWordsOfAccess> writers, readers;
  std::array<SectorTouch, kMostWordsOfAccess> touches;
  const std::size_t count = run.touches.size();
  for (std::size_t i = 0; i < count; ++i) {
    const SectorTouch& touch = run.touches[i];
    touches[i] = {static_cast<std::ptrdiff_t>(i), touch.tag};
    writers[i] = sight.of(run.writers[touch.sector]);
    const Entry reader = run.readers[touch.sector];
    readers[i] = writes_ ? sight.of(reader) : sight.of_reader(reader);
  }
  const SectorRun seen{writers.data(), readers.data(), {touches.data(), count},
                       run.base,       run.limits,     run.fresh};
  if (!(writes_ ? pass_sector_writes(seen) : pass_sector_reads(seen))) {
    return false;
  }
  if (sight.any_stays()) {
    hide_reads();
  }
  Entry* const recorded = writes_ ? run.writers : run.readers;
  const Entry* const now = writes_ ? writers.data() : readers.data();
  for (std::size_t i = 0; i < count; ++i) {
    sight.write_back(recorded[run.touches[i].sector], now[i]);
  }
  return true;
}

bool RaceCheck::pass_words_among_streams(WordRun run) {
  Sight sight(*grid_.ordering, run.base);
  const bool shows_writers = run.unwritten || sight.shows(run.writers, run.count);
  const bool shows_readers = sight.shows(run.readers, run.count);
  std::array<Entry, kMostWordsOfAccess> writers, readers;  // NOLINT(*-member-init): where needed
  WordRun seen = run;
  if (!shows_writers) {
    std::transform(run.writers, run.writers + run.count, writers.begin(),
                   [&](Entry writer) { return sight.of(writer); });
    seen.writers = writers.data();
  }
  if (!shows_readers) {
    std::transform(run.readers, run.readers + run.count, readers.begin(), [&](Entry reader) {
      return writes_ ? sight.of(reader) : sight.of_reader(reader);
    });
    seen.readers = readers.data();
  }
  if (!record_words(seen)) {
    return false;
  }
  if (sight.any_stays()) {
    hide_reads();
  }
  Entry* const recorded = writes_ ? run.writers : run.readers;
  const Entry* const now = writes_ ? seen.writers : seen.readers;
  for (std::uint32_t i = 0; now != recorded && i < run.count; ++i) {
    sight.write_back(recorded[i], now[i]);
  }
  return true;
}

/// As Sight::shows(), of all words of a plan.
bool RaceCheck::shows_as_it_is(const RacePlan& plan) const {
  const Sight sight(*grid_.ordering, base_);
  return plan.words.empty() &&
         std::all_of(plan.runs.begin(), plan.runs.end(), [&](const WordPiece& words) {
           return (is_unwritten() || sight.shows(words_.writers + words.offset, words.count)) &&
                  sight.shows(words_.readers + words.offset, words.count);
         });
}

/// All words of a plan at once, side by side.
bool RaceCheck::pass_plan_among_streams(const RacePlan& plan) {
  Sight sight(*grid_.ordering, base_);
  std::array<Entry, kMostWordsOfAccess> writers,
      readers;  // NOLINT(*-member-init): as far as needed
  WordRun seen = run_of(plan.tags.data(), static_cast<std::uint32_t>(plan.tags.size()));
  for (const WordPiece& words : plan.runs) {
    for (std::uint32_t i = 0; i < words.count; ++i) {
      const std::ptrdiff_t word = words.offset + static_cast<std::ptrdiff_t>(i);
      const Entry reader = words_.readers[word];
      readers[words.begin + i] = writes_ ? sight.of(reader) : sight.of_reader(reader);
    }
    for (std::uint32_t i = 0; !seen.unwritten && i < words.count; ++i) {
      const std::ptrdiff_t word = words.offset + static_cast<std::ptrdiff_t>(i);
      writers[words.begin + i] = sight.of(words_.writers[word]);
    }
  }
  seen.writers = writers.data();
  seen.readers = readers.data();
  if (!record_words(seen)) {
    return false;
  }
  if (sight.any_stays()) {
    hide_reads();
  }
  Entry* const recorded = writes_ ? words_.writers : words_.readers;
  const Entry* const now = writes_ ? writers.data() : readers.data();
  for (const WordPiece& words : plan.runs) {
    for (std::uint32_t i = 0; i < words.count; ++i) {
      sight.write_back(recorded[words.offset + static_cast<std::ptrdiff_t>(i)],
                       now[words.begin + i]);
    }
  }
  return true;
}

bool RaceCheck::pass_atomics_among_streams(const WordRun& run) {
  const std::int32_t* const words = run.words;
  // Lanes that share a word need no care: atomics meet each other, and the last one stays.
  const Sight sight(*grid_.ordering, run.base);
  std::array<Entry, kWarpSize> writers{}, readers{};
  std::array<std::int32_t, kWarpSize> places{};
  for (std::uint32_t i = 0; i < run.count; ++i) {
    places[i] = static_cast<std::int32_t>(i);
    writers[i] = sight.of(run.writers[words[i]]);
    readers[i] = sight.of(run.readers[words[i]]);
  }
  WordRun seen = run;
  seen.writers = writers.data();
  seen.readers = readers.data();
  seen.words = places.data();
  if (!pass_strong_writes(seen, true)) {
    return false;
  }
  for (std::uint32_t i = 0; i < run.count; ++i) {
    Entry& reader = run.readers[words[i]];
    reader = readers[i] != sight.of(reader) ? readers[i] : reader;
    if (Entry& writer = run.writers[words[i]]; sight.may_run_with(writer)) {
      hide_writer(writer, (request_.first / 4 + static_cast<DeviceAddress>(words[i])) * 4, 4);
    }
    sight.write_back(run.writers[words[i]], writers[i]);
  }
  return true;
}

/// Is the access ordered with those that entries do not name? Throws GuestFault.
void RaceCheck::check_hidden() {
  const HiddenWork& known = site_.shadow->hidden;
  const bool stores = request_.kind != AccessKind::kLoad;
  if (known.empty()) {
    return;
  }
  for (const ExtraAccessSets* hidden :
       known.beside(grid_.ordering->first(), [&](Epoch work) { return unordered_->holds(work); })) {
    const ExtraAccessSets::Kind& kind = hidden->kind();
    const Entry any = Entry{kind.work} << kEpochShift;
    if ((!stores && !kind.writes) || (is_strong_ && kind.is_strong) || is_earlier_ordered(any)) {
      continue;
    }
    for (LaneMask rest = request_.active & ~idle_; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      const std::uint64_t begin = lane_address(lane) - site_.begin, end = begin + request_.bytes;
      if (const std::uint64_t at = hidden->find(begin, end); at != end) {
        report(lane_address(lane), lane, hidden->entry_at(at), kind.writes);
      }
    }
  }
}

/// Readers that entries do not name: others that may run at the same time are named there.
void RaceCheck::hide_reads() {
  sim::hide_reads(grid_, request_, site_, base_);
}

/// A writer that this access, which meets it, is named instead of.
void RaceCheck::hide_writer(const Entry& writer, DeviceAddress address, std::uint32_t bytes) {
  const Epoch epoch = epoch_of(writer);
  const PastWork* const work =
      epoch < grid_.ordering->first() && kind_of(writer) == kStrong && unordered_->holds(epoch)
          ? grid_.log->find(epoch)
          : nullptr;
  ExtraAccessSets* const hidden =
      work == nullptr ? nullptr
                      : need_hidden(grid_, site_, {grid_.log->begin_of(epoch), true, true});
  if (hidden != nullptr) {
    const DeviceAddress first = std::max(address, site_.begin);
    const DeviceAddress last = std::min(address + bytes, site_.begin + site_.shadow->bytes);
    hidden->add(first - site_.begin, last - first, writer);
  }
}

/// Of an entry of earlier work, on the long way: also by flags, and by what volatile accesses are
/// for.
bool RaceCheck::is_earlier_ordered(Entry before) const {
  const Epoch epoch = epoch_of(before);
  if (unordered_ == nullptr || !unordered_->holds(epoch)) {
    return true;
  }
  const PastWork* work = grid_.log->find(epoch);
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
  const PastWork* work = grid_.log->find(epoch_of(before));
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
