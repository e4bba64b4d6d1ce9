#include "exec/watch.hpp"

#include "exec/copies.hpp"
#include "exec/grid.hpp"
#include "exec/race.hpp"
#include "exec/stretches.hpp"
#include "exec/told_until.hpp"
#include "exec/unset_constants.hpp"
#include "exec/unset_managed.hpp"
#include "memory/shadow.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace warpschool::sim {
namespace {

const InstructionInfo& info_of(const Warp& warp, const AccessRequest& request) {
  const Program& program = warp.grid->program;
  return program.info[static_cast<std::size_t>(request.instruction - program.code.data())];
}

/// The bits of a byte of a map from `begin` on, at most `count`.
std::uint8_t bits_from(std::uint64_t begin, std::uint64_t count) {
  const std::uint64_t bits = std::min(8 - begin % 8, count);
  return static_cast<std::uint8_t>(((1u << bits) - 1u) << begin % 8);
}

/// Are all bits of [begin, begin + count) set?
bool all_set(const std::uint8_t* bits, std::uint64_t begin, std::uint64_t count) {
  const std::uint64_t end = begin + count;
  std::uint8_t missing = 0;
  if (begin < end && begin % 8 != 0) {
    const std::uint8_t head = bits_from(begin, count);
    missing = static_cast<std::uint8_t>(~bits[begin / 8] & head);
    begin = std::min(end, begin / 8 * 8 + 8);
  }
  const std::uint64_t last = end / 8;
  std::uint64_t index = begin / 8, eight = 0, missing_in_eights = 0;
  for (; index + sizeof eight <= last; index += sizeof eight) {
    std::memcpy(&eight, bits + index, sizeof eight);
    missing_in_eights |= ~eight;
  }
  for (; index < last; ++index) {
    missing = static_cast<std::uint8_t>(missing | static_cast<std::uint8_t>(~bits[index]));
  }
  if (begin < end && end % 8 != 0) {
    missing = static_cast<std::uint8_t>(missing | (~bits[last] & ((1u << end % 8) - 1u)));
  }
  return missing == 0 && missing_in_eights == 0;
}

/// Calls `visit(index, mask)` for each byte of a map that holds some of the bits
/// [begin, begin + count).
template <class Visit>
void for_each_byte(std::uint64_t begin, std::uint64_t count, Visit visit) {
  for (const std::uint64_t end = begin + count; begin < end; begin = begin / 8 * 8 + 8) {
    visit(begin / 8, bits_from(begin, end - begin));
  }
}

bool any_set(const std::uint8_t* bits, std::uint64_t begin, std::uint64_t count) {
  std::uint8_t found = 0;
  for_each_byte(begin, count, [&](std::uint64_t index, std::uint8_t mask) {
    found = static_cast<std::uint8_t>(found | (bits[index] & mask));
  });
  return found != 0;
}

void set_bits(std::uint8_t* bits, std::uint64_t begin, std::uint64_t count) {
  if ((begin | count) % 8 == 0) {
    std::memset(bits + begin / 8, 0xff, count / 8);
    return;
  }
  for_each_byte(begin, count, [&](std::uint64_t index, std::uint8_t mask) {
    bits[index] = static_cast<std::uint8_t>(bits[index] | mask);
  });
}

/// Lanes that load what an earlier store took from such memory.
LaneMask lanes_of_followed(const Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const UnwrittenValues* const values = warp.block->unwritten_values();
  LaneMask lanes = 0;
  for (LaneMask rest = values == nullptr ? 0 : request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const std::uint64_t begin =
        request.first + static_cast<std::uint64_t>(std::int64_t{site.delta[lane]});
    const bool holds = values->holds(warp, request.space, lane, begin, request.bytes);
    lanes |= holds ? LaneMask{1} << lane : 0;
  }
  return lanes;
}

/// What a plain load of a block's own memory finds may be dropped. Of other reads: throws, or keeps
/// the fault until it is clear that it is no race.
void report_unwritten(Warp& warp, const AccessRequest& request, const MemorySite& site,
                      DeviceAddress address, LaneMask lanes, const char* detail) {
  const Opcode opcode = info_of(warp, request).opcode;
  const bool is_own = request.space == Space::kShared || request.space == Space::kLocal;
  if (is_own && (opcode == Opcode::kLd || opcode == Opcode::kLdu)) {
    warp.block->need_unwritten_values().found(warp, request, site, lanes, detail);
    return;
  }
  if (note_unset_managed(warp, request, site, address, lanes)) {
    return;
  }
  GuestFault guest;
  Fault& fault = guest.fault;
  guest.lanes = lanes;
  fault.kind = FaultKind::kUninitialisedRead;
  fault.space = request.space;
  fault.address = address;
  fault.access_bytes = request.bytes;
  fault.detail = detail;
  if (request.space == Space::kShared) {
    fault.allocation = warp.grid->shared_allocation(address, request.bytes);
  } else if (request.space != Space::kLocal) {
    fault.allocation = warp.grid->memory.nearest(address, request.bytes);
  }
  if (!warp.grid->tracks_races) {
    throw guest;
  }
  const auto pc = static_cast<std::uint32_t>(request.instruction - warp.grid->program.code.data());
  warp.grid->complete(fault, *warp.block, warp, lanes, pc);
  warp.grid->pending_read.remember(std::move(fault), *warp.block);
}

/// The bits of memory that all lanes see as one: global and shared.
struct WrittenView {
  std::uint8_t* bits = nullptr;
  std::uint64_t first = 0;  ///< the first active lane's place in it
};

constexpr std::uint64_t kMostPadding = 8;  ///< bytes; of objects aligned to as many

/// All bytes from the first to the last that the lanes access. A row of bits is looked through
/// faster than lanes one by one.
bool is_row_written(const AccessRequest& request, const MemorySite& site, const WrittenView& view) {
  constexpr std::uint64_t kMostSpan = 8192;
  const auto low = static_cast<std::uint64_t>(std::int64_t{site.low});
  const auto span = static_cast<std::uint64_t>(std::int64_t{site.high} - site.low) + request.bytes;
  return span <= kMostSpan && all_set(view.bits, view.first + low, span);
}

/// An access counts as of written memory if any of its bytes was written: structs are copied with
/// their padding, by compilers at times byte by byte, and passed on word by word. What is read as
/// one number (a double, a byte that is counted with) has no padding.
void check_written(Warp& warp, const AccessRequest& request, const MemorySite& site,
                   const WrittenView& view) {
  if (is_row_written(request, site, view)) {
    return;
  }
  const InstructionInfo& info = info_of(warp, request);
  const bool is_piece = (request.bytes == 1 && !info.is_one_number) || info.only_passed;
  LaneMask missing = 0;
  bool is_half_written = false;
  DeviceAddress where = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const auto delta = static_cast<std::uint64_t>(std::int64_t{site.delta[lane]});
    const std::uint64_t place = view.first + delta;
    const bool any = any_set(view.bits, is_piece ? place / kMostPadding * kMostPadding : place,
                             is_piece ? kMostPadding : request.bytes);
    if (!any || (info.is_one_number && !all_set(view.bits, place, request.bytes))) {
      where = missing == 0 ? request.first + delta : where;
      is_half_written = missing == 0 ? any : is_half_written;
      missing |= LaneMask{1} << lane;
    }
  }
  if (request.space == Space::kShared) {
    missing |= lanes_of_followed(warp, request, site);
  }
  if (missing != 0) {
    report_unwritten(warp, request, site, where, missing, is_half_written ? kHalfWritten : "");
  }
}

void mark_written(const AccessRequest& request, const MemorySite& site, const WrittenView& view) {
  if (site.pattern == Pattern::kConsecutive && request.active == kAllLanes) {
    set_bits(view.bits, view.first, std::uint64_t{kWarpSize} * request.bytes);
    return;
  }
  if (is_row_written(request, site, view)) {
    return;
  }
  for_each_stretch(request, site, [&](std::int64_t delta, std::uint64_t bytes) {
    set_bits(view.bits, view.first + static_cast<std::uint64_t>(delta), bytes);
  });
}

void watch_written(Warp& warp, const AccessRequest& request, const MemorySite& site,
                   const WrittenView& view) {
  const InstructionInfo& info = info_of(warp, request);
  const bool reads = (request.kind == AccessKind::kLoad && !info.updates_bits) ||
                     (request.kind == AccessKind::kAtomic && !info.overwrites);
  if (reads) {
    check_written(warp, request, site, view);
  }
  const bool is_known = site.shadow != nullptr && site.shadow->written.complete();  // since then
  if (request.kind != AccessKind::kLoad && !is_known) {
    mark_written(request, site, view);
  }
}

/// Local memory: one mask of lanes for each byte of a stack.
void watch_local(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  LaneMask* const written = warp.block->written_local(warp.index);
  const bool is_store = request.kind != AccessKind::kLoad;
  // Unoptimised code keeps scalars in memory, passes on those that a lane has not set (to a shuffle
  // whose other lanes have), and copies objects of empty classes, which hold nothing. What a
  // function never reads of a parameter, compilers need not set.
  const InstructionInfo& info = info_of(warp, request);
  const bool may_be_unset = (request.bytes == 1 && !info.is_one_number) ||
                            (request.instruction->target != 0 && !info.must_be_set) ||
                            info.updates_bits || info.only_passed;
  const bool is_piece = info.only_stored || request.bytes == 2;
  LaneMask missing = 0;
  std::uint64_t where = 0;
  for (LaneMask rest = request.active; rest != 0;) {
    const auto leader = static_cast<unsigned>(__builtin_ctz(rest));
    const std::int32_t delta = site.delta[leader];
    LaneMask same = rest;
    if (site.pattern != Pattern::kUniform) {
      same = LaneMask{1} << leader;
    }
    rest &= ~same;
    const std::uint64_t begin = request.first + static_cast<std::uint64_t>(std::int64_t{delta});
    LaneMask any = 0;
    for (std::uint64_t byte = begin; byte < begin + request.bytes; ++byte) {
      any |= written[byte];
      written[byte] |= is_store ? same : 0;
    }
    for (std::uint64_t byte = 0; byte < (is_piece ? kMostPadding : 0); ++byte) {
      any |= written[begin / kMostPadding * kMostPadding + byte];
    }
    if (!is_store && !may_be_unset && (same & ~any) != 0) {
      where = missing == 0 ? begin : where;
      missing |= same & ~any;
    }
  }
  missing |= is_store ? 0 : lanes_of_followed(warp, request, site);
  if (missing != 0) {
    report_unwritten(warp, request, site, where, missing, "");
  }
}

bool is_plain_load(const Warp& warp, const AccessRequest& request) {
  const InstructionInfo& info = info_of(warp, request);
  return request.kind == AccessKind::kLoad && !info.may_meet_others() && !info.is_guess;
}

bool orders(const Warp& warp, const AccessRequest& request) {
  return request.kind == AccessKind::kAtomic || info_of(warp, request).may_meet_others();
}

/// What an atomic or volatile access tells and learns about order.
/// @param until it learns of releases before; nothing: of all
void synchronise(Warp& warp, const AccessRequest& request, std::optional<Moment> until) {
  Ordering& ordering = *warp.grid->ordering;
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
    Ordering::acquire(order, warp.index, until.value_or(ordering.now() + 1));
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

void watch_order(Warp& warp, const AccessRequest& request, const MemorySite& site,
                 const RaceWords& words) {
  if (!orders(warp, request)) {
    check_races(warp, request, site, words);
    return;
  }
  Ordering& ordering = *warp.grid->ordering;
  const bool may_learn = ordering.has_released();
  const std::optional<Moment> until =
      may_learn ? told_until(warp, request, site, words) : std::nullopt;
  const bool may_tell =
      request.kind != AccessKind::kLoad && request.space == Space::kGlobal &&
      (Ordering::has_to_tell(warp.block->order, warp.index) || info_of(warp, request).has_order);
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
  if (shadow::moment_of(first) != warp.grid->ordering->now() ||
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

void watch_shared(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Block& block = *warp.block;
  const Grid& grid = *warp.grid;
  if (grid.tracks_written) {
    watch_written(warp, request, site, {block.shared_written.data(), request.first});
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
    watch_order(warp, request, site, words);
  }
}

void note_touched(const Grid& grid, const AccessRequest& request, const MemorySite& site,
                  RaceWords& words) {
  const Moment launch = grid.ordering->first();
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

void watch_global(Warp& warp, const AccessRequest& request, const MemorySite& site) {
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
      watch_written(warp, request, site, {bits, request.first - site.begin});
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
    watch_order(warp, request, site, words);
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
  guest.fault.detail = kNeverSet;
  throw guest;
}

void watch_needed_constant(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  if (warp.grid->tracks_written) {
    watch_constant(warp, request, site);
  }
}

void watch_needed(Warp& warp, const AccessRequest& request, MemorySite& site) {
  switch (request.space) {
    case Space::kShared:
      watch_shared(warp, request, site);
      break;
    case Space::kGlobal:
      if (site.in_constants) {  // a generic address, as unoptimised code has it
        watch_needed_constant(warp, request, site);
      } else {
        watch_global(warp, request, site);
      }
      break;
    case Space::kLocal:
      if (warp.grid->tracks_written) {
        watch_local(warp, request, site);
      }
      return;
    case Space::kConst:
      watch_needed_constant(warp, request, site);
      return;
    default:
      return;
  }
}

}  // namespace

void watch_access(Warp& warp, const AccessRequest& request, MemorySite& site) {
  if (warp.grid->tracks_written && info_of(warp, request).never_set) {
    refuse_never_set(request);
  }
  // Only a place that all share can be read ahead of a branch: else it might be out of bounds.
  const bool is_uniform = site.pattern == Pattern::kUniform;
  const LaneMask lanes = is_uniform ? needing_lanes(warp, request) : request.active;
  if (lanes == request.active) {
    watch_needed(warp, request, site);
  } else if (lanes != 0) {
    AccessRequest needed = request;
    needed.active = lanes;
    watch_needed(warp, needed, site);
  }
}

void watch_host_write(Warp& warp, unsigned lane, Space space, DeviceAddress address,
                      std::uint32_t bytes) {
  if (!warp.grid->tracks_written) {
    return;
  }
  if (space == Space::kShared) {
    set_bits(warp.block->shared_written.data(), address, bytes);
  } else if (space == Space::kLocal) {
    LaneMask* const written = warp.block->written_local(warp.index);
    for (std::uint64_t byte = address; byte < address + bytes; ++byte) {
      written[byte] |= LaneMask{1} << lane;
    }
  } else {
    warp.grid->memory.mark_written(address, bytes);
  }
}

void watch_division_by_zero(Warp& warp, LaneMask lanes) {
  warp.block->note(warp, FaultKind::kDivisionByZero, lanes, warp.pc, "");
}

void watch_fence(Warp& warp, LaneMask lanes, bool of_block) {
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
