// The hook of every checked access: dispatches to race detection and to initialisation checks.
#include "exec/checks/memory_checks.hpp"

#include "exec/checks/instruction_info.hpp"
#include "exec/init_checks/init_check.hpp"
#include "exec/init_checks/unset_constants.hpp"
#include "exec/launch/grid.hpp"
#include "exec/races/async_copies.hpp"
#include "exec/races/race.hpp"
#include "exec/races/synchronizes_with.hpp"
#include "memory/shadow.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warpschool::sim {
namespace {

bool is_plain_load(const Warp& warp, const AccessRequest& request) {
  const auto at = static_cast<std::size_t>(request.instruction - warp.grid->program.code.data());
  return request.kind == AccessKind::kLoad && !info_of(warp, request).may_meet_others() &&
         warp.grid->validated[at] == 0;
}

bool orders(const Warp& warp, const AccessRequest& request) {
  return request.kind == AccessKind::kAtomic || info_of(warp, request).may_meet_others();
}

/// What an atomic or volatile access tells and learns about order.
/// @param until it learns of releases before; nothing: of all
void synchronise(Warp& warp, const AccessRequest& request, std::optional<Epoch> until) {
  HappensBefore& ordering = *warp.grid->ordering;
  BlockOrder& order = warp.block->order;
  warp.block->reads.settle(order);
  if (request.kind != AccessKind::kLoad) {
    if (info_of(warp, request).has_order) {
      ordering.fence(order, warp.index, request.active);
    }
    ordering.release(order, warp.index, request.active);
  }
  // After the release: of the lanes of one atomic, the later ones read what the earlier ones wrote.
  if (request.kind != AccessKind::kStore) {
    HappensBefore::acquire(order, warp.index, until.value_or(ordering.now() + 1));
  }
}

/// The counter by which the last block finds out that it is: has it gone too far already? Some
/// launches count on, and compare with more.
void note_counter(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const auto lane = static_cast<unsigned>(__builtin_ctz(request.active));
  std::uint32_t count = 0;
  std::memcpy(&count, site.backing + (request.first - site.begin) + site.delta[lane], sizeof count);
  if (request.space == Space::kGlobal && count >= warp.grid->config.grid.count()) {
    warp.block->note(warp, FaultKind::kCounterNotReset, request.active, warp.pc,
                     std::to_string(count));
  }
}

void check_order(Warp& warp, const AccessRequest& request, const MemorySite& site,
                 const RaceWords& words) {
  if (!orders(warp, request)) {
    check_races(warp, request, site, words);
    return;
  }
  HappensBefore& ordering = *warp.grid->ordering;
  // Who takes a lock finds it free, as it was before.
  const bool only_looks = request.instruction->c == kNoSlot && !info_of(warp, request).overwrites;
  if (only_looks && warp.grid->program.poll_at(warp.pc) != nullptr) {
    const shadow::Entry writer = writer_of(words, request.first, request.first);
    warp.block->order.saw_left_flag = shadow::epoch_of(writer) < ordering.first();
  }
  const bool may_learn = ordering.has_released();
  const std::optional<Epoch> until =
      may_learn ? synchronizes_with(warp, request, site, words) : std::nullopt;
  const bool may_tell = request.kind != AccessKind::kLoad && request.space == Space::kGlobal &&
                        (HappensBefore::has_to_tell(warp.block->order, warp.index) ||
                         info_of(warp, request).has_order);
  const bool is_idle = may_tell && leaves_flag_as_it_was(warp, request, site, words);
  if (is_idle) {
    ordering.begin_idle_release();
  }
  check_races(warp, request, site, words);
  synchronise(warp, request, until);
  if (is_idle) {
    ordering.end_idle_release();
  }
  if (info_of(warp, request).counts_blocks) {
    note_counter(warp, request, site);
  }
}

/// Words that the lanes have just written themselves, with nothing ordered since: who meets those
/// writes meets this read.
bool reads_own_row(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                   const RaceWords& words) {
  if (site.pattern != Pattern::kConsecutive || request.active != kAllLanes || request.bytes != 4) {
    return false;
  }
  const shadow::Entry first = words.writers[0];
  if (shadow::epoch_of(first) != warp.grid->ordering->now() ||
      shadow::kind_of(first) != shadow::kPlain ||
      shadow::thread_of(first) != warp.index * kWarpSize) {
    return false;
  }
  const shadow::Entry* const tags = shadow::kTagsBySize[0].tags.data();
  shadow::Entry differs = 0;
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    differs |= words.writers[i] ^ (first - tags[0] + tags[i]);
  }
  return differs == 0;
}

void check_shared(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Block& block = *warp.block;
  const Grid& grid = *warp.grid;
  if (grid.tracks_written) {
    check_initialised(warp, request, site, {block.shared_written.data(), request.first});
  }
  if (grid.tracks_races) {
    check_copies(warp, request, site);
    if (request.kind != AccessKind::kLoad) {
      block.reads.settle(block.order);
      block.reads.note_write(grid.ordering->now());
    }
    const bool is_plain = is_plain_load(warp, request);
    if (is_plain && block.reads.put_off(warp, request, site)) {
      return;
    }
    const RaceWords words = block.race_words_at(request.first);
    if (is_plain && reads_own_row(warp, request, site, words)) {
      return;
    }
    check_order(warp, request, site, words);
  }
}

void note_touched(const Grid& grid, const AccessRequest& request, const MemorySite& site,
                  RaceWords& words) {
  const Epoch launch = grid.ordering->first();
  const auto offset = static_cast<std::int64_t>(request.first - site.begin);
  words.first = static_cast<std::uint64_t>(offset + site.low);
  words.last = static_cast<std::uint64_t>(offset + site.high) + request.bytes - 1;
  words.is_read = site.shadow->last_read.holds(words.first, words.last, launch);
  if (request.kind == AccessKind::kLoad) {
    words.is_written = site.shadow->last_written.holds(words.first, words.last, launch);
    words.was_never_written = grid.ordering->unordered() != nullptr && !words.is_written &&
                              site.shadow->last_written.none(words.first, words.last);
  } else {
    site.shadow->last_written.mark(words.first, words.last, launch);
    words.is_written = true;
  }
}

/// What the launch cannot write, but work that may run at the same time can. False: some may have
/// done so already.
bool read_constant(const Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const Grid& grid = *warp.grid;
  const auto first = static_cast<std::int64_t>(request.first - site.begin) + site.low,
             last = static_cast<std::int64_t>(request.first - site.begin) + site.high +
                    request.bytes - 1;
  if (grid.ordering->unordered() != nullptr &&
      !site.shadow->last_written.none(static_cast<std::uint64_t>(first),
                                      static_cast<std::uint64_t>(last))) {
    return false;
  }
  hide_reads(grid, request, site, entry_of(warp, request));
  return true;
}

void check_global(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const Grid& grid = *warp.grid;
  if (site.shadow == nullptr) {
    if (grid.tracks_races && orders(warp, request)) {
      synchronise(warp, request, std::nullopt);
    }
    return;
  }
  Shadow& shadow = *site.shadow;
  if (grid.tracks_written && !shadow.written.complete()) {
    if (std::uint8_t* bits = shadow.written.need_bits(); bits != nullptr) {
      check_initialised(warp, request, site, {bits, request.first - site.begin});
    }
  }
  if (!grid.tracks_races) {
    return;
  }
  if (site.is_constant) {
    if (request.kind == AccessKind::kLoad && !orders(warp, request) &&
        (grid.is_alone || read_constant(warp, request, site))) {
      return;
    }
    shadow.is_strayed_into |= request.kind != AccessKind::kLoad;
  }
  if (!shadow.need_accessors()) {
    if (orders(warp, request)) {
      synchronise(warp, request, std::nullopt);
    }
  } else {
    const std::uint64_t word = request.first / 4 - site.begin / 4;
    const std::uint64_t sector = request.first / kSectorBytes - site.begin / kSectorBytes;
    RaceWords words;
    words.writers = shadow.writers + word;
    words.readers = shadow.readers + word;
    words.sector_writers = shadow.sector_writers + sector;
    words.sector_readers = shadow.sector_readers + sector;
    note_touched(grid, request, site, words);
    words.parts = shadow.parts.at(static_cast<std::ptrdiff_t>(word));
    check_order(warp, request, site, words);
  }
}

/// The lanes that need what they read; those others read it since their compiler saved a branch.
LaneMask needing_lanes(const Warp& warp, const AccessRequest& request) {
  const std::uint32_t predicate = request.instruction->p;
  if (request.kind != AccessKind::kLoad || predicate == kNoSlot) {
    return request.active;
  }
  return request.active & (*reinterpret_cast<const LaneMask*>(warp.frame + predicate) ^
                           (info_of(warp, request).chosen_if ? 0 : kAllLanes));
}

/// Found ahead of all runs, but only a fault where the program comes to it.
void refuse_never_set(const AccessRequest& request) {
  GuestFault guest;
  guest.lanes = request.active;
  guest.fault.kind = FaultKind::kUninitialisedRead;
  guest.fault.space = request.space;
  guest.fault.address = request.first;
  guest.fault.access_bytes = request.bytes;
  guest.fault.is_write = true;
  guest.fault.cause = UninitialisedCause{UninitialisedCause::What::kRegister};
  throw guest;
}

void check_needed_constant(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  if (warp.grid->tracks_written) {
    check_constant(warp, request, site);
  }
}

void check_needed(Warp& warp, const AccessRequest& request, MemorySite& site) {
  switch (request.space) {
    case Space::kShared:
      check_shared(warp, request, site);
      break;
    case Space::kGlobal:
      if (site.in_constants) {  // a generic address, as unoptimised code has it
        check_needed_constant(warp, request, site);
      } else {
        check_global(warp, request, site);
      }
      break;
    case Space::kLocal:
      if (warp.grid->tracks_written) {
        check_local(warp, request, site);
      }
      return;
    case Space::kConst:
      check_needed_constant(warp, request, site);
      return;
    default:
      return;
  }
}

}  // namespace

void check_access(Warp& warp, const AccessRequest& request, MemorySite& site) {
  if (warp.grid->tracks_written && info_of(warp, request).stores_undefined) {
    refuse_never_set(request);
  }
  // Only a place that all share can be read ahead of a branch: else it might be out of bounds.
  const bool is_uniform = site.pattern == Pattern::kUniform;
  const LaneMask lanes = is_uniform ? needing_lanes(warp, request) : request.active;
  if (lanes == request.active) {
    check_needed(warp, request, site);
  } else if (lanes != 0) {
    AccessRequest needed = request;
    needed.active = lanes;
    check_needed(warp, needed, site);
  }
}

void check_division_by_zero(Warp& warp, LaneMask lanes) {
  warp.block->note(warp, FaultKind::kDivisionByZero, lanes, warp.pc, "");
}

void check_fence(Warp& warp, LaneMask lanes, bool of_block) {
  if (!warp.grid->tracks_races) {
    return;
  }
  warp.block->reads.settle(warp.block->order);
  if (of_block) {
    warp.grid->ordering->fence_in_block(warp.block->order, warp.index, lanes);
  } else {
    warp.grid->ordering->fence(warp.block->order, warp.index, lanes);
  }
}

}  // namespace warpschool::sim
