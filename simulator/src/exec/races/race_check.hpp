// One memory access against the shadow of what was accessed before: race.cpp finds races,
// race_report.cpp says what happened.
#pragma once

#include "exec/launch/grid.hpp"
#include "exec/races/race_sectors.hpp"
#include "exec/races/race_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpschool::sim {

/// Are these places in one line of one file?
bool is_line_of(const SourceLocation& one, const SourceLocation& other);

/// One access on its way through the shadow.
class RaceCheck {
 public:
  RaceCheck(Warp& warp, const AccessRequest& request, const MemorySite& site,
            const RaceWords& words);

  void run();

 private:
  struct LaneWords;

  void find_synced_lanes();
  bool run_quickly() { return is_strong_ ? run_strong() : run_fast(); }
  // race_bytes.cpp
  void use_parts();
  void use_parts_of_shared();
  bool use_parts_of_global();
  bool need_parts(unsigned shift);
  shadow::WordRange span_of_words() const;
  void put_in_parts();
  bool are_lanes_in_parts() const;
  bool are_in_parts(std::int64_t begin, std::int64_t end) const;
  void put_in_parts(std::int64_t begin, std::int64_t end, bool is_row);
  void put_sector_in_parts(std::ptrdiff_t sector);
  bool is_whole(std::ptrdiff_t sector) const;
  void spread_words(const shadow::WordRange& span);
  void join_bytes();
  bool join_words();
  bool join_word(std::ptrdiff_t word);
  bool run_sectors();
  bool pass_sectors(std::span<const shadow::SectorTouch> touches);
  void spread_sectors();
  void spread_sectors(std::ptrdiff_t begin, std::ptrdiff_t end);
  void spread_sector(std::ptrdiff_t sector);
  shadow::SectorPlace sector_place(std::ptrdiff_t sector) const;
  bool run_fast();
  shadow::WordRun run_of(const shadow::Entry* tags, std::uint32_t count) const;
  bool pass_words(const shadow::Entry* tags, std::uint32_t count);
  std::ptrdiff_t pass_pieces(shadow::WordRun& run) const;
  void note_meetings(shadow::WordRun& run) const;
  bool record_words(shadow::WordRun& run);
  bool has_learnt() const;
  bool only_meetings_order() const;
  void list_words(LaneWords& list) const;
  void list_first_words(LaneWords& list) const;
  bool run_scattered();
  bool run_strong();
  // race_streams.cpp: for launches that are not ordered with all earlier work
  bool is_among_streams() const { return !is_shared_ && unordered_ != nullptr; }
  bool pass_sectors_among_streams(shadow::SectorRun run);
  bool pass_words_among_streams(shadow::WordRun run);
  bool shows_as_it_is(const RacePlan& plan) const;
  bool pass_plan_among_streams(const RacePlan& plan);
  bool pass_atomics_among_streams(const shadow::WordRun& run);
  bool is_earlier_ordered(shadow::Entry before) const;
  void check_hidden();
  void hide_reads();
  void hide_writer(const shadow::Entry& writer, DeviceAddress address, std::uint32_t bytes);
  RaceParty earlier_party(shadow::Entry before, bool before_writes) const;
  // race_textures.cpp
  void check_read_only();
  shadow::Entry write_behind_cache(DeviceAddress address) const;
  /// Entries of words are none of parts.
  bool has_no_spread_words() const { return unit() < 4 || words_.parts.writers == nullptr; }
  bool is_fresh() const { return !is_shared_ && unordered_ == nullptr && has_no_spread_words(); }
  bool is_unwritten() const {
    return is_fresh() ? !words_.is_written : words_.was_never_written && has_no_spread_words();
  }
  bool is_row_of_all_lanes() const;
  bool is_side_by_side() const;
  std::int64_t fresh() const {
    return is_shared_ ? limits_.stale : std::max(limits_.own, limits_.ordered);
  }
  std::uint32_t plan_shift() const { return request_.bytes < 4 ? words_.parts.shift : 2; }
  const RacePlan* ready_plan() const;
  const RacePlan* plan();
  void build(RacePlan& plan) const;
  void build_sectors(RacePlan& plan) const;
  /// What an entry stands for: `address` of its first byte.
  struct Place {
    shadow::Entry& writer;
    shadow::Entry& reader;
    shadow::Entry* other = nullptr;  ///< as RaceWords::others
    DeviceAddress address = 0;
    std::uint32_t bytes = 0;
  };
  void run_lanes();
  void check_place(const Place& place, unsigned lane, DeviceAddress address, shadow::Entry now);
  bool hides_plain_write(shadow::Entry writer, shadow::Entry now) const;
  void remember_reader(shadow::Entry& reader, shadow::Entry* other, shadow::Entry now);
  void remember_readers(const shadow::WordRun& run);
  void remember_other(const shadow::Entry& reader, shadow::Entry* other);
  shadow::Entry other_reader(const shadow::Entry& reader) const;
  bool may_meet_strong(shadow::Entry before) const;
  bool leaves_scope(shadow::Entry before) const;
  bool loses_update(shadow::Entry writer) const;
  std::optional<std::pair<std::uint32_t, std::uint32_t>> upper_and_lower(
      const shadow::Entry& before, const SourceLocation& there) const;
  template <class Leads>
  bool any_of_lines(std::uint32_t from, std::uint32_t to, Leads leads_there) const;
  bool is_next_turn_of_line(const shadow::Entry& before, const RaceParty& party) const;
  SourceLocation barrier_of_other_turns(std::uint32_t from, std::uint32_t to) const;
  void add_barriers(const shadow::Entry& before, RaceParty& party) const;
  bool changes_value(const shadow::Entry& place, unsigned lane, bool before_writes) const;
  shadow::Entry party(const shadow::Entry& place, unsigned lane, bool before_writes,
                      bool* is_thread_known) const;
  bool is_atomic_at(std::uint32_t place) const;
  bool is_ordered(shadow::Entry before, shadow::Entry now, bool before_writes) const;
  bool is_of_mate(shadow::Entry before, shadow::Entry now) const {
    return has_mates_ && shadow::is_of_mate(before, now, limits_, synced_lanes_) < 0;
  }
  bool writes_same(shadow::Entry before, const Place& place, unsigned lane,
                   DeviceAddress address) const;
  bool stored_bytes(unsigned lane, std::array<std::byte, 16>& bytes) const;
  void note_same_value(DeviceAddress address, unsigned lane, const shadow::Entry& before,
                       bool before_writes);
  [[noreturn]] void report(DeviceAddress address, unsigned lane, const shadow::Entry& before,
                           bool before_writes);
  Fault describe(DeviceAddress address, unsigned lane, const shadow::Entry& place,
                 bool before_writes) const;
  /// The words of a lane's access, counted as in `words_`; their parts where those have entries.
  struct LaneSpan {
    std::ptrdiff_t begin = 0, end = 0;
  };
  LaneSpan words_from(DeviceAddress address) const {
    const auto begin = static_cast<std::ptrdiff_t>(address >> unit_shift_) -
                       static_cast<std::ptrdiff_t>(request_.first >> unit_shift_);
    return {begin, begin + lane_words()};
  }
  /// Whole words (parts) of a lane.
  std::int32_t lane_words() const {
    return static_cast<std::int32_t>(request_.bytes >> unit_shift_);
  }
  /// Where a lane's words begin, of accesses of whole ones.
  std::int32_t word_of(unsigned lane) const { return site_.delta[lane] >> unit_shift_; }
  /// Bytes that an entry of `words_` stands for.
  std::uint32_t unit() const { return 1u << unit_shift_; }
  const shadow::LaneTags& tags() const {
    return shadow::kTagsBySize[static_cast<unsigned>(__builtin_ctz(request_.bytes)) - unit_shift_];
  }
  DeviceAddress lane_address(unsigned lane) const {
    return request_.first + static_cast<DeviceAddress>(std::int64_t{site_.delta[lane]});
  }

  Warp& warp_;
  const AccessRequest& request_;
  const MemorySite& site_;
  RaceWords words_;
  Block& block_;
  Grid& grid_;
  const BlockOrder& order_;
  const UnorderedWork* unordered_;
  bool is_shared_, writes_, is_strong_;
  bool is_update_ = false;
  bool is_volatile_ = false;      ///< without being made for others to see
  std::uint32_t unit_shift_ = 2;  ///< of an entry's bytes in `words_`: 2, or as of parts
  LaneMask idle_ = 0;             ///< idle_lanes(): recorded as reads
  shadow::Entry base_;            ///< an entry of lane 0, all but its bytes
  shadow::Limits limits_;
  bool has_mates_ = false;
  shadow::SyncedLanes synced_lanes_;
  std::optional<const RacePlan*> plan_;  ///< what plan() answered
};

/// What plan() answers, if it need not think about it.
inline const RacePlan* RaceCheck::ready_plan() const {
  const std::vector<RacePlan>& plans = grid_.race_plans;
  if (plans.empty()) {
    return nullptr;
  }
  const RacePlan& known = plans[request_.site];
  return known.built == site_.version && known.unit_shift == plan_shift() ? &known : nullptr;
}

[[gnu::always_inline]] inline shadow::WordRun RaceCheck::run_of(const shadow::Entry* tags,
                                                                std::uint32_t count) const {
  shadow::WordRun run;  // not with all values at once: compilers clear the whole of it first
  run.writers = words_.writers;
  run.readers = words_.readers;
  run.tags = tags;
  run.count = count;
  run.base = base_;
  run.limits = limits_;
  run.fresh = fresh();
  run.synced_lanes = has_mates_ ? &synced_lanes_ : nullptr;
  run.unwritten = is_unwritten();
  run.unread = is_fresh() && !words_.is_read;
  return run;
}

}  // namespace warpschool::sim
