// Shuffles that ask for values of lanes which do not take part, be it that the caller's mask leaves
// them out while they make the same call with another one: PTX leaves open what
// comes (PTX ISA, section 9.7.9.6). Lanes at the end of a sum ask for such values in right programs
// and drop them, so that the fault comes where something depends on one, as with unwritten memory.
#include "exec/launch/grid.hpp"

namespace warpschool::sim {
namespace {

/// The lane that one asks for; kWarpSize: none, it keeps its own value.
std::uint32_t source_of(const Warp& warp, const Decoded& i, unsigned lane) {
  const std::uint32_t amount = words_at(warp, i.b)[lane] & 31u;
  const std::uint32_t segment = (words_at(warp, i.c)[lane] >> 8) & 31u;
  const std::uint32_t limit = (lane & segment) | (words_at(warp, i.c)[lane] & 31u & ~segment);
  if (static_cast<Mode>(i.extra) == Mode::kIdx) {
    const std::uint32_t source = (lane & segment) | (amount & ~segment);
    return source <= limit ? source : kWarpSize;
  }
  if (static_cast<Mode>(i.extra) == Mode::kUp) {
    return lane >= amount + limit ? lane - amount : kWarpSize;
  }
  const std::uint32_t source =
      static_cast<Mode>(i.extra) == Mode::kDown ? lane + amount : lane ^ amount;
  return source <= limit ? source : kWarpSize;
}

}  // namespace

/// A lane that was never there, in a mask that names it, is a note: what comes may be known. (Of
/// shuffles by a lane's number a lane that is not at the call is a fault of check_source_lanes().)
void Block::find_missing_sources(Warp& warp, const Decoded& i, LaneMask active) {
  const bool by_number = static_cast<Mode>(i.extra) == Mode::kIdx;
  LaneMask lost = 0;
  std::array<std::uint8_t, kWarpSize> sources{};
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const std::uint32_t source = source_of(warp, i, lane);
    const bool is_named = source != kWarpSize && (words_at(warp, i.e)[lane] >> source & 1u) != 0;
    const bool is_here = source != kWarpSize && (active >> source & 1u) != 0;
    if (source == kWarpSize || (is_here ? is_named : by_number)) {
      continue;
    }
    if (is_named && (warp.exists >> source & 1u) == 0) {
      note(warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc,
           LaneMaskCause{LaneMaskCause::What::kNoSuchLane, source}, "what it gets is undefined");
      return;
    }
    lost |= LaneMask{1} << lane;
    sources[lane] = static_cast<std::uint8_t>(source);
  }
  if (lost != 0 && grid_.tracks_written) {
    need_undefined_values().asked_in_vain(warp, lost, sources);
  }
}

void UndefinedValues::asked_in_vain(const Warp& warp, LaneMask lanes,
                                    const std::array<std::uint8_t, kWarpSize>& sources) {
  Origin& origin = origin_of(warp, Space::kReg, 0, lanes, false);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    origin.addresses[lane] =
        (origin.lanes >> lane & 1u) != 0 ? origin.addresses[lane] : sources[lane];
    origin.lanes |= LaneMask{1} << lane;
    add_read(origin, lane);
  }
}

/// What `lane` asked for, and where it is used now.
LaneMaskCause UndefinedValues::use_of_missing(const Warp& warp, const Origin& origin,
                                              unsigned lane) const {
  const SourceLocation where = grid_.location(warp, warp.mask, warp.pc);
  return {LaneMaskCause::What::kMissingLane, static_cast<unsigned>(origin.addresses[lane]),
          where.line != origin.where.line ? where.line : 0};
}

}  // namespace warpschool::sim
