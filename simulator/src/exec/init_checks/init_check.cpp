// Checks loads of global memory against what has been written.
#include "exec/init_checks/init_check.hpp"

#include "exec/access/contiguous_runs.hpp"
#include "exec/checks/instruction_info.hpp"
#include "exec/checks/memory_checks.hpp"
#include "exec/init_checks/unset_managed.hpp"
#include "exec/launch/grid.hpp"
#include "memory/shadow.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpschool::sim {
namespace {

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
  const UndefinedValues* const values = warp.block->undefined_values();
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

/// Was any byte of the allocation written?
bool is_part_written(const MemorySite& site, const std::optional<AllocationRef>& allocation) {
  if (site.shadow == nullptr || !allocation) {
    return false;
  }
  const WrittenBytes& written = site.shadow->written;
  return written.has(0) || written.end_of_run(0, allocation->bytes) < allocation->bytes;
}

/// What a plain load of a block's own memory finds may be dropped. Of other reads: throws, or keeps
/// the fault until it is clear that it is no race.
void report_unwritten(Warp& warp, const AccessRequest& request, const MemorySite& site,
                      DeviceAddress address, LaneMask lanes, bool is_half_written) {
  const Opcode opcode = info_of(warp, request).opcode;
  const bool is_own = request.space == Space::kShared || request.space == Space::kLocal;
  if (is_own && (opcode == Opcode::kLd || opcode == Opcode::kLdu)) {
    warp.block->need_undefined_values().found(warp, request, site, lanes, is_half_written);
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
  if (is_half_written) {
    fault.cause = UninitialisedCause{UninitialisedCause::What::kHalfWritten};
  }
  if (request.space == Space::kShared) {
    fault.allocation = warp.grid->shared_allocation(address, request.bytes);
  } else if (request.space != Space::kLocal) {
    fault.allocation = warp.grid->memory.nearest(address, request.bytes);
    if (!is_half_written && is_part_written(site, fault.allocation)) {
      fault.cause = UninitialisedCause{UninitialisedCause::What::kPartWritten};
    }
  }
  if (!warp.grid->tracks_races) {
    throw guest;
  }
  const auto pc = static_cast<std::uint32_t>(request.instruction - warp.grid->program.code.data());
  warp.grid->complete(fault, *warp.block, warp, lanes, pc);
  warp.grid->deferred_init_fault.remember(std::move(fault), *warp.block);
}

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
    report_unwritten(warp, request, site, where, missing, is_half_written);
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
  for_each_contiguous_run(request, site, [&](std::int64_t delta, std::uint64_t bytes) {
    set_bits(view.bits, view.first + static_cast<std::uint64_t>(delta), bytes);
  });
}

}  // namespace

void check_initialised(Warp& warp, const AccessRequest& request, const MemorySite& site,
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

void check_local(Warp& warp, const AccessRequest& request, const MemorySite& site) {
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
    report_unwritten(warp, request, site, where, missing, false);
  }
}

void check_host_write(Warp& warp, unsigned lane, Space space, DeviceAddress address,
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

}  // namespace warpschool::sim
