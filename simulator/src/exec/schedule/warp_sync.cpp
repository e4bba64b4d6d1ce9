// Lanes of a warp that wait for each other: shuffles, votes and matches with member masks, and
// __syncwarp.
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace warpschool::sim {
namespace {

/// By binary logarithm of their lanes: the tile of each lane.
using TileMasks = std::array<LaneMask, kWarpSize>;
constexpr std::array<TileMasks, 5> tile_masks() {
  std::array<TileMasks, 5> result{};
  for (unsigned size = 0; size < result.size(); ++size) {
    const unsigned lanes = 1u << size;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      result[size][lane] = ((LaneMask{1} << lanes) - 1) << lane / lanes * lanes;
    }
  }
  return result;
}
constexpr std::array<TileMasks, 5> kTiles = tile_masks();

/// How many lanes the tiles have that all lanes name, each its own; 0: they name other masks, or
/// the whole warp.
std::uint32_t named_tile(const LaneMask* masks) {
  const auto lanes = static_cast<std::uint32_t>(__builtin_popcount(masks[0]));
  if (!std::has_single_bit(lanes) || lanes == kWarpSize) {
    return 0;
  }
  const TileMasks& tiles = kTiles[static_cast<std::size_t>(__builtin_ctz(lanes))];
  return std::equal(tiles.begin(), tiles.end(), masks) ? lanes : 0;
}

/// All lanes that the member masks of `lanes` name. The loop has no branches: vectors do it.
LaneMask members_of(const Warp& warp, const Decoded& i, LaneMask lanes) {
  const LaneMask* const masks = words_at(warp, i.e);
  LaneMask members = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    members |= (lanes & kTiles[0][lane]) != 0 ? masks[lane] : 0;
  }
  return members;
}

/// Those of `lanes` whose masks do not name themselves.
LaneMask without_themselves(const Warp& warp, const Decoded& i, LaneMask lanes) {
  const LaneMask* const masks = words_at(warp, i.e);
  LaneMask named = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    named |= masks[lane] & kTiles[0][lane];
  }
  return lanes & ~named;
}

/// Do all lanes of a whole warp take part for each other? So they do where the masks name the whole
/// warp, or tiles that shuffles stay within, as those of cooperative groups do. The first and the
/// last lane speak for all, as lanes that name each other have one mask.
bool confines_sources(const Warp& warp, const Decoded& i) {
  constexpr unsigned kLast = kWarpSize - 1;
  const LaneMask first = words_at(warp, i.e)[0], last = words_at(warp, i.e)[kLast];
  if (first == kAllLanes) {
    return last == kAllLanes;
  }
  const auto lanes = static_cast<std::uint32_t>(__builtin_popcount(first));
  const auto stays_within = [&](unsigned lane) {
    return ((words_at(warp, i.c)[lane] >> 8) & 31u) == kWarpSize - lanes;
  };
  return std::has_single_bit(lanes) && first == (LaneMask{1} << lanes) - 1 &&
         last == first << (kWarpSize - lanes) && stays_within(0) && stays_within(kLast);
}

/// Where in the kernel's own code it is: of functions, their call there.
std::uint32_t kernel_pc(const Split& split) {
  std::uint32_t pc = split.pc;
  for (const CallFrame* frame = split.frame.get(); frame != nullptr; frame = frame->parent.get()) {
    pc = frame->return_pc;
  }
  return pc;
}

}  // namespace

/// A lane that reads from another by its number means that one; what it gets
/// from a lane that does not take part is undefined. (Distances reach beyond
/// the members at times, unused: find_missing_sources().)
void Block::check_source_lanes(Warp& warp, const Decoded& i, LaneMask active) {
  find_missing_sources(warp, i, active);
  if (static_cast<Mode>(i.extra) != Mode::kIdx) {
    return;
  }
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const std::uint32_t segment = (words_at(warp, i.c)[lane] >> 8) & 31u;
    const std::uint32_t clamp = words_at(warp, i.c)[lane] & 31u;
    const std::uint32_t source = (lane & segment) | (words_at(warp, i.b)[lane] & 31u & ~segment);
    const bool in_range = source <= ((lane & segment) | (clamp & ~segment));
    if (in_range && (active >> source & 1u) == 0) {
      if ((warp.exists >> source & 1u) == 0) {
        fail(warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc,
             LaneMaskCause{LaneMaskCause::What::kNoSuchLane, source});
      }
      fail(
          warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc,
          "it asks for the value of lane " + std::to_string(source) + ", which does not take part");
    }
  }
}

/// All lanes that the member masks of `active` name. A mask must name its own lane.
LaneMask Block::named_lanes(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask strangers =
      grid_.options.checks.barriers ? without_themselves(warp, i, active) : 0;
  if (strangers != 0) {
    fail(warp, FaultKind::kInvalidLaneMask, strangers & -strangers, warp.pc,
         "it does not name the thread itself");
  }
  return members_of(warp, i, active);
}

/// True if all lanes of the member masks are here; else this split waits for
/// them.
bool Block::converge(Warp& warp, const Decoded& i, LaneMask active) {
  if (i.e == kNoSlot) {
    return true;
  }
  const bool checked = grid_.options.checks.barriers;
  if (needs_whole_warp(warp.pc)) {
    if (active != warp.mask || warp.live() != kAllLanes) {
      fail_whole_warp(warp, active, warp.pc);
    }
    if (grid_.program.info[warp.pc].stores_undefined && grid_.tracks_written) {
      fail(warp, FaultKind::kUninitialisedRead, active, warp.pc,
           UninitialisedCause{UninitialisedCause::What::kFragment});
    }
  }
  LaneMask needed = named_lanes(warp, i, active) & warp.exists;
  const bool exchanges = grid_.program.info[warp.pc].opcode == Opcode::kShfl;
  if (checked && exchanges && (needed & warp.exited) != 0) {
    fail(warp, FaultKind::kInvalidLaneMask, active, warp.pc,
         "it names a thread that has already ended");
  }
  needed &= ~warp.exited;
  if ((needed & ~active) == 0) {
    if (checked && exchanges && (active != kAllLanes || !confines_sources(warp, i))) {
      check_source_lanes(warp, i, active);
    }
    return true;
  }
  Split& self = warp.splits[warp.current];
  for (Split& split : warp.splits) {
    const bool here = &split != &self && split.state == Split::State::kConverging &&
                      split.pc == warp.pc && same_calls(split.frame.get(), self.frame.get());
    if (here) {
      warp.mask |= split.mask;
      split.mask = 0;
    }
  }
  run_threads_ = count_lanes(warp.mask);
  if ((needed & ~warp.mask) == 0) {
    return false;  // ready: come again with all lanes
  }
  self.state = Split::State::kConverging;
  return false;
}

/// Lanes meet, each with those that its mask names: one mask for all, or one for each tile.
void Block::order_lanes(Warp& warp, const Decoded& i, LaneMask active) {
  reads.settle(order);
  WarpOrder& of_warp = grid_.ordering->warp_sync(order, warp.index);
  const LaneMask live = warp.live();
  if (active == kAllLanes && i.e != kNoSlot) {
    if (const std::uint32_t lanes = named_tile(words_at(warp, i.e)); lanes != 0) {
      of_warp.meet_in_tiles(lanes);
      return;
    }
  }
  for (LaneMask rest = active; rest != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const LaneMask named = i.e == kNoSlot ? active : words_at(warp, i.e)[lane];
    const LaneMask lanes = (named | LaneMask{1} << lane) & warp.exists;
    of_warp.meet(lanes, live);
    rest &= ~lanes;
  }
}

/// __syncwarp: lanes may wait at different places. True: go on.
bool Block::reach_warp_barrier(Warp& warp, const Decoded& i, LaneMask active) {
  if (grid_.tracks_races) {
    order_lanes(warp, i, active);
  }
  const LaneMask needed = named_lanes(warp, i, active);
  if (grid_.options.checks.barriers && (needed & warp.exited) != 0) {
    note(warp, FaultKind::kInvalidLaneMask, active, warp.pc,
         "__syncwarp() names lanes that have ended; today's devices leave them "
         "out");
  }
  if ((needed & warp.live() & ~active) == 0) {
    return true;
  }
  if (active != warp.mask) {
    divide(warp, warp.mask & ~active, warp.pc + 1, warp.splits[warp.current].frame);
    warp.mask = active;
  }
  warp.splits[warp.current].state = Split::State::kAtWarpBarrier;
  return false;
}

/// Lets lanes go on that wait for each other at __syncwarp, or whose missing lanes have ended.
bool Block::release_warp_barrier(Warp& warp) {
  LaneMask waiting = 0;
  for (const Split& split : warp.splits) {
    waiting |= split.state == Split::State::kAtWarpBarrier ? split.mask : 0;
  }
  bool released = false;
  for (Split& split : warp.splits) {
    const Decoded& i = grid_.program.code[split.pc];
    if (split.state == Split::State::kAtWarpBarrier) {
      if ((members_of(warp, i, split.mask) & warp.live() & ~waiting) == 0) {
        split.state = Split::State::kReady;
        ++split.pc;
        released = true;
      }
    } else if (split.state == Split::State::kConverging) {
      if ((members_of(warp, i, split.mask) & warp.live() & ~split.mask) == 0 &&
          !needs_whole_warp(split.pc)) {
        if (grid_.options.checks.barriers && (members_of(warp, i, split.mask) & warp.exited) != 0) {
          fail(warp, FaultKind::kInvalidLaneMask, split.mask, split.pc,
               "it names threads that went another way and ended");
        }
        split.state = Split::State::kReady;
        released = true;
      }
    }
  }
  for (const Split& split : warp.splits) {
    if (!released && split.state == Split::State::kConverging && needs_whole_warp(split.pc)) {
      fail_whole_warp(warp, split.mask, split.pc);  // nobody else comes
    }
  }
  return released;
}

/// Those of `warp` that wait in a warp function, the likely culprits first: a shuffle in a branch
/// is wrong rather than the __syncwarp() behind it, and what comes first rather than what comes
/// later.
std::vector<const Split*> Block::waiting_for_lanes(const Warp& warp) {
  std::vector<const Split*> result;
  for (const Split& split : warp.splits) {
    const bool waits =
        split.state == Split::State::kConverging || split.state == Split::State::kAtWarpBarrier;
    if (split.mask != 0 && waits) {
      result.push_back(&split);
    }
  }
  std::sort(result.begin(), result.end(), [](const Split* one, const Split* other) {
    const bool one_exchanges = one->state == Split::State::kConverging;
    const bool other_exchanges = other->state == Split::State::kConverging;
    return one_exchanges != other_exchanges ? one_exchanges : kernel_pc(*one) < kernel_pc(*other);
  });
  return result;
}

/// Lanes wait in a warp function for others of their warp that wait elsewhere: in another warp
/// function, or at a barrier of the block.
void Block::fail_if_masks_cross(Warp& warp) {
  for (const Split* split : waiting_for_lanes(warp)) {
    const LaneMask named = members_of(warp, grid_.program.code[split->pc], split->mask);
    for (const Split& other : warp.splits) {
      if ((other.mask & named & ~split->mask) == 0 || other.state == Split::State::kReady) {
        continue;
      }
      const std::string at_line = ", at line " + std::to_string(grid_.location(other.pc).line);
      fail(warp, FaultKind::kInvalidLaneMask, split->mask, split->pc,
           other.state == Split::State::kAtBarrier
               ? "it names threads that wait at the barrier" + at_line
           : other.pc == split->pc ? "it names threads that came to it by another call"
                                   : "it names threads that wait in another call" + at_line);
    }
  }
}

}  // namespace warpschool::sim
