// bar.sync, bar.red, bar.arrive (PTX ISA, section 9.7.13.1): sixteen barriers a block.
#include "exec/launch/grid.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kBarriers = 16;
/// What a warp's barrier counts against the work limit, in thread instructions: it takes about as
/// long.
constexpr std::uint64_t kBarrierCost = 256;

std::uint32_t word_at(const Warp& warp, std::uint32_t slot, LaneMask lanes) {
  return reinterpret_cast<const std::uint32_t*>(warp.frame + slot)[__builtin_ctz(lanes)];
}

LaneMask predicate_at(const Warp& warp, const Decoded& i) {
  return *reinterpret_cast<const LaneMask*>(warp.frame + i.c) ^
         (i.displacement != 0 ? kAllLanes : 0u);
}

}  // namespace

/// A thread that is about to end counts as ended: "if (i >= n) return;" before a barrier.
bool Block::heads_for_exit(std::uint32_t pc) const {
  for (unsigned steps = 0; steps < 8; ++steps) {
    const Decoded& i = grid_.program.code[pc];
    if (i.step == Step::kExit && i.guard == kNoSlot) {
      return true;
    }
    if (i.guard != kNoSlot || (i.step != Step::kJump && i.step != Step::kBranch)) {
      return false;
    }
    pc = i.target;
  }
  return false;
}

/// The lanes of `active` arrive; false: they wait.
bool Block::reach_barrier(Warp& warp, const Decoded& i, LaneMask active) {
  if (active != warp.mask) {
    end_run(warp, warp.pc);
    divide(warp, warp.mask & ~active, warp.pc + 1, warp.splits[warp.current].frame);
    warp.mask = active;
    begin_run(warp);
  }
  const std::uint32_t id = word_at(warp, i.a, active) % kBarriers;
  if (static_cast<Mode>(i.extra) == Mode::kArrive) {
    arrivals_[id].extra += active == warp.live() ? kWarpSize : count_lanes(active);
    return true;
  }
  for (Split& split : warp.splits) {
    const bool is_other = &split != &warp.splits[warp.current];
    if (is_other && split.state == Split::State::kReady && !split.frame &&
        heads_for_exit(split.pc)) {
      warp.exited |= split.mask;
      split.mask = 0;
    }
  }
  Split& self = warp.splits[warp.current];
  self.state = Split::State::kAtBarrier;
  self.barrier = id;
  self.pc = warp.pc;
  self.mask = warp.mask;
  for (Split& split : warp.splits) {
    const bool joins = &split != &self && split.state == Split::State::kAtBarrier &&
                       split.pc == self.pc && split.barrier == id && split.frame == self.frame;
    if (joins) {
      self.mask |= split.mask;
      split.mask = 0;
    }
  }
  warp.mask = self.mask;
  const LaneMask live = warp.live();
  self.early = self.mask != live;
  if (grid_.options.checks.barriers) {
    check_early_arrival(warp, self);
  }
  return false;
}

void Block::finish_barrier(Warp& warp, Split& split, std::uint32_t count, bool all, bool any) {
  const Decoded& i = grid_.program.code[split.pc];
  switch (static_cast<Mode>(i.extra)) {
    case Mode::kPopc:
      for (LaneMask rest = split.mask; rest != 0; rest &= rest - 1) {
        reinterpret_cast<std::uint32_t*>(warp.frame + i.d)[__builtin_ctz(rest)] = count;
      }
      break;
    case Mode::kAnd:
    case Mode::kOr: {
      const bool result = static_cast<Mode>(i.extra) == Mode::kAnd ? all : any;
      auto& target = *reinterpret_cast<LaneMask*>(warp.frame + i.d);
      target = (target & ~split.mask) | (result ? split.mask : 0);
      break;
    }
    default:
      break;
  }
  worker_.executed_threads += kBarrierCost;
  split.state = Split::State::kReady;
  split.early = false;
  ++split.pc;
}

/// Barriers that count no more threads than one warp has order each warp's own lanes only. Of those
/// that count more, the whole block is taken to be ordered.
void Block::order_at_barrier(std::uint32_t id) {
  const auto waits = [&](const Split& split) {
    return split.state == Split::State::kAtBarrier && split.barrier == id && split.mask != 0;
  };
  const auto orders_warp = [&](const Warp& warp, const Split& split) {
    const Decoded& i = grid_.program.code[split.pc];
    return i.b != kNoSlot && word_at(warp, i.b, split.mask) <= kWarpSize;
  };
  const bool orders_block =
      arrivals_[id].extra != 0 || std::any_of(warps_.begin(), warps_.end(), [&](const Warp& warp) {
        return std::any_of(warp.splits.begin(), warp.splits.end(), [&](const Split& split) {
          return waits(split) && !orders_warp(warp, split);
        });
      });
  if (orders_block) {
    grid_.ordering->barrier(order);
    return;
  }
  reads.settle(order);
  for (const Warp& warp : warps_) {
    LaneMask lanes = 0;
    for (const Split& split : warp.splits) {
      lanes |= waits(split) ? split.mask : 0;
    }
    if (lanes != 0) {
      grid_.ordering->warp_sync(order, warp.index).meet(lanes, warp.live());
    }
  }
}

namespace {

/// Who waits at a barrier, and what they vote.
struct BarrierCount {
  bool waits = false;
  std::uint32_t threads = 0;
  std::uint32_t expected = 0;  ///< as the barrier says; 0: all that live
  std::uint32_t live = 0;
  std::uint32_t votes = 0, yes = 0;
};

BarrierCount count_at(std::uint32_t id, const std::vector<Warp>& warps, const Program& program) {
  BarrierCount at;
  for (const Warp& warp : warps) {
    at.live += count_lanes(warp.live());
    for (const Split& split : warp.splits) {
      if (split.state != Split::State::kAtBarrier || split.barrier != id || split.mask == 0) {
        continue;
      }
      const Decoded& i = program.code[split.pc];
      const auto threads = count_lanes(split.mask);
      at.waits = true;
      at.expected = i.b == kNoSlot ? at.expected : word_at(warp, i.b, split.mask);
      // A barrier with a thread count counts whole warps.
      at.threads += i.b != kNoSlot && split.mask == warp.live() ? kWarpSize : threads;
      if (i.c != kNoSlot) {
        at.yes += count_lanes(predicate_at(warp, i) & split.mask);
        at.votes += threads;
      }
    }
  }
  return at;
}

}  // namespace

bool Block::release_barrier(std::uint32_t id) {
  const BarrierCount at = count_at(id, warps_, grid_.program);
  const std::uint32_t wanted = at.expected == 0 ? at.live : at.expected;
  if (!at.waits || arrivals_[id].extra + at.threads < wanted) {
    return false;
  }
  if (at.expected == 0 && grid_.options.checks.barriers) {
    check_barrier(id);
  }
  if (grid_.tracks_races) {
    order_at_barrier(id);
  }
  arrivals_[id].extra = 0;
  std::vector<std::uint32_t> released;
  for (Warp& warp : warps_) {
    for (Split& split : warp.splits) {
      if (split.state == Split::State::kAtBarrier && split.barrier == id && split.mask != 0) {
        finish_barrier(warp, split, at.yes, at.yes == at.votes, at.yes != 0);
        if (clock_running_ && (released.empty() || released.back() != warp.index)) {
          released.push_back(warp.index);
        }
      }
    }
  }
  if (clock_running_) {
    clock_->release(released);
  }
  grid_.deferred_init_fault.settle(*this);
  return true;
}

bool Block::release_barriers() {
  std::uint32_t used = 0;
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      used |= split.state == Split::State::kAtBarrier ? 1u << split.barrier : 0u;
    }
  }
  bool released = false;
  for (; used != 0; used &= used - 1) {
    released |= release_barrier(static_cast<std::uint32_t>(__builtin_ctz(used)));
  }
  return released;
}

}  // namespace warpschool::sim
