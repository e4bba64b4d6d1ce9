// The run loop of a warp. The split with the deepest calls and then the lowest instruction index
// runs, until it reaches the index of another one: there the two become one again ("thread
// frontiers"; lowering laid the blocks out for it).
#include "exec/device_library/device_library.hpp"
#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kNever = 0xffff'ffffu;
/// Atomics with a result and volatile loads in a row of loops before a split must let others go
/// first.
constexpr std::uint32_t kSpinLimit = 64;

std::uint32_t depth_of(const Split& split) {
  return split.frame ? split.frame->depth : 0;
}

LaneMask predicate_at(const Warp& warp, std::uint32_t slot) {
  return *reinterpret_cast<const LaneMask*>(warp.frame + slot);
}

}  // namespace

void Block::begin_run(Warp& warp) {
  run_begin_ = warp.pc;
  run_threads_ = count_lanes(warp.mask);
}

void Block::end_run(Warp& warp, std::uint32_t end) {
  warp.clock += end - run_begin_;
  if (worker_.count_run(run_begin_, end, run_threads_)) [[unlikely]] {
    look_for_loop(warp, end);
  }
  run_begin_ = end;
}

/// Now and then: does this warp go round a loop that never ends?
void Block::look_for_loop(Warp& warp, std::uint32_t end) {
  worker_.check_work();
  const LivelockDetector::Answer answer =
      worker_.loops.look(warp, run_begin_, end, worker_.executed_threads);
  worker_.set_next_check();
  if (answer == LivelockDetector::Answer::kNothing) {
    return;
  }
  if (worker_.runs_ahead()) {
    throw GuestFault{};  // run again in the order of blocks
  }
  if (answer == LivelockDetector::Answer::kEndless) {
    fail(warp, FaultKind::kDeadlock, warp.mask, end == 0 ? 0 : end - 1,
         DeadlockCause{DeadlockCause::What::kEndlessLoop});
  }
  suspicious_ = grid_.saw_endless_waits = true;
  warp.spins = kSpinLimit;
}

/// The lanes that run have only asked and waited for a while: others may go first.
bool Block::gives_way(Warp& warp) {
  if (warp.spins < kSpinLimit || warp.current >= warp.splits.size()) {
    return false;
  }
  warp.spins = 0;
  end_run(warp, warp.pc);
  save_split(warp);
  warp.splits[warp.current].turns = ++warp.turn;
  return true;
}

/// Where its lanes parted from others, for reports about those that end.
void Block::remember_branch(const Warp& warp, LaneMask lanes) {
  if (left_at_ == kNoIndex) {
    return;
  }
  std::uint32_t* const last = last_branch_.data() + std::size_t{warp.index} * kWarpSize;
  const std::uint32_t left_at = left_at_;
  if (lanes == kAllLanes) {
    std::fill_n(last, kWarpSize, left_at);
    return;
  }
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    last[__builtin_ctz(rest)] = left_at;
  }
}

void Block::save_split(Warp& warp) {
  if (warp.current < warp.splits.size()) {
    warp.splits[warp.current].pc = warp.pc;
    warp.splits[warp.current].mask = warp.mask;
    remember_branch(warp, warp.mask);
  }
}

void Block::merge_splits(Warp& warp) {
  auto& splits = warp.splits;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    for (std::size_t j = splits.size(); j-- > i + 1;) {
      const bool both_ready =
          splits[i].state == Split::State::kReady && splits[j].state == Split::State::kReady;
      if (both_ready && splits[i].pc == splits[j].pc &&
          same_calls(splits[i].frame.get(), splits[j].frame.get())) {
        splits[i].mask |= splits[j].mask;
        splits[i].turns = std::min(splits[i].turns, splits[j].turns);
        splits.erase(splits.begin() + static_cast<std::ptrdiff_t>(j));
      }
    }
  }
}

/// Makes the next split current; false if none is ready.
bool Block::pick_split(Warp& warp) {
  auto& splits = warp.splits;
  splits.erase(std::remove_if(splits.begin(), splits.end(),
                              [](const Split& split) { return split.mask == 0; }),
               splits.end());
  if (splits.size() > 1) {
    merge_splits(warp);
  }
  const Split* best = nullptr;
  const auto before = [](const Split& a, const Split& b) {
    if (a.turns != b.turns) {
      return a.turns < b.turns;
    }
    return depth_of(a) != depth_of(b) ? depth_of(a) > depth_of(b) : a.pc < b.pc;
  };
  for (const Split& split : splits) {
    if (split.state == Split::State::kReady && (best == nullptr || before(split, *best))) {
      best = &split;
    }
  }
  if (best == nullptr) {
    warp.current = splits.size();
    return false;
  }
  warp.current = static_cast<std::size_t>(best - splits.data());
  warp.pc = best->pc;
  warp.mask = best->mask;
  left_at_ = kNoIndex;
  warp.local_base = best->frame ? best->frame->local_base : 0;
  stop_ = kNever;
  for (const Split& split : splits) {
    const bool meets =
        &split != best && split.state == Split::State::kReady && depth_of(split) == depth_of(*best);
    if (meets && split.pc > warp.pc) {
      stop_ = std::min(stop_, split.pc);
    }
  }
  begin_run(warp);
  return true;
}

void Block::divide(Warp& warp, LaneMask mask, std::uint32_t pc,
                   std::shared_ptr<const CallFrame> frame) {
  Split split;
  split.pc = pc;
  split.mask = mask;
  remember_branch(warp, mask);
  split.turns = warp.splits[warp.current].turns;
  split.frame = std::move(frame);
  warp.splits.push_back(std::move(split));
}

void Block::jump(Warp& warp, std::uint32_t target) {
  end_run(warp, warp.pc + 1);
  warp.pc = target;
  begin_run(warp);
}

/// All lanes go round code that is predicated on a device: it issues there all the same.
void Block::count_predicated(const Decoded& i, bool is_taken) {
  const PredicatedCode& code = grid_.program.predicated[i.extra - 1];
  if (code.skipped_when_taken == is_taken) {
    worker_.counters.shared_load_requests_off += code.shared_loads;
    worker_.counters.shared_store_requests_off += code.shared_stores;
    worker_.counters.issue_slots += code.issue_slots;
  }
}

void Block::branch(Warp& warp, const Decoded& i, LaneMask taken) {
  left_at_ = warp.pc << 1;
  if (i.extra != 0 && (taken == 0 || taken == warp.mask)) {
    count_predicated(i, taken != 0);
  }
  if (taken == 0) {
    ++warp.pc;
    return;
  }
  if (taken == warp.mask) {
    left_at_ |= 1;
    jump(warp, i.target);
    return;
  }
  ++worker_.counters.divergent_branches;
  if (worker_.recording != nullptr) {
    worker_.recording->diverged(warp.pc);
  }
  const LaneMask others = warp.mask & ~taken;
  end_run(warp, warp.pc + 1);
  divide(warp, others, warp.pc + 1, warp.splits[warp.current].frame);
  left_at_ |= 1;
  warp.mask = taken;
  warp.pc = i.target;
  save_split(warp);
  pick_split(warp);
}

void Block::branch_indexed(Warp& warp, const Decoded& i, LaneMask active) {
  const std::vector<std::uint32_t>& table = grid_.program.branch_tables[i.extra];
  const std::uint32_t* index = words_at(warp, i.a);
  end_run(warp, warp.pc + 1);
  left_at_ = warp.pc << 1;
  const std::uint32_t next = warp.pc + 1;
  const std::shared_ptr<const CallFrame> frame = warp.splits[warp.current].frame;
  for (LaneMask rest = active; rest != 0;) {
    const std::uint32_t leader = index[__builtin_ctz(rest)];
    LaneMask same = 0;
    for (LaneMask left = rest; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(left));
      same |= index[lane] == leader ? LaneMask{1} << lane : 0;
    }
    divide(warp, same, leader < table.size() ? table[leader] : next, frame);
    rest &= ~same;
  }
  warp.mask &= ~active;
  warp.pc = next;
  save_split(warp);
  pick_split(warp);
}

void Block::exit_lanes(Warp& warp, LaneMask active) {
  end_run(warp, warp.pc + 1);
  remember_branch(warp, active);
  warp.exited |= active;
  warp.mask &= ~active;
  ++warp.pc;
  if (grid_.options.checks.barriers) {
    for (const Split& split : warp.splits) {
      if (split.state == Split::State::kAtBarrier && split.early) {
        check_missing(warp, split, warp, active);
      }
    }
  }
  save_split(warp);
  pick_split(warp);
}

/// Steps that do nothing without a lane whose guard is true.
static bool needs_lanes(Step step) {
  return step != Step::kBranch && step != Step::kJump && step != Step::kIndexedBranch &&
         step != Step::kPause;
}

/// The split goes on at `pc` when it is let go; until then others may run.
void Block::leave_split(Warp& warp, std::uint32_t pc) {
  end_run(warp, pc);
  save_split(warp);
  warp.current = warp.splits.size();
}

/// After an instruction was executed.
void Block::observe(Warp& warp, const Decoded& i, LaneMask active) {
  if (clock_running_) {
    clock_->execute(warp, warp.pc);
  }
  if (undefined_values_) {
    undefined_values_->follow(warp, i, active);
  }
  if (is_traced_) {
    worker_.recording->executed(warp, i, active);
  }
}

/// False: the warp's turn ends, so that others may change what its loop waits for.
bool Block::take_branch(Warp& warp, const Decoded& i, LaneMask active) {
  const bool backward = i.target <= warp.pc;
  if (i.step == Step::kJump) {
    jump(warp, i.target);  // also how -O0 ends a loop
  } else {
    branch(warp, i, active);
  }
  return !backward || !gives_way(warp);
}

/// A step that the lanes of its mask take together.
void Block::take_converging_step(Warp& warp, const Decoded& i, LaneMask active) {
  if (!converge(warp, i, active)) {
    if (warp.splits[warp.current].state != Split::State::kReady) {
      leave_split(warp, warp.pc);
    }
    return;
  }
  i.execute(warp, i, active);
  if (is_observed_) {
    observe(warp, i, active);
  }
  // An access of a matrix orders nothing: what it wrote others read after a barrier.
  if (grid_.tracks_races && i.bytes == 0) {
    order_lanes(warp, i, active);
  }
  ++warp.pc;
}

/// A step that changes where lanes go on, or that waits for others. False: the warp's turn ends.
bool Block::take_step(Warp& warp, const Decoded& i, LaneMask active) {
  const auto goes_on = [&](bool has_passed) {
    if (has_passed) {
      ++warp.pc;
    } else {
      leave_split(warp, warp.pc + 1);
    }
    return true;
  };
  switch (i.step) {
    case Step::kPlain:
      WARPSCHOOL_UNREACHABLE("the run loop takes plain steps");
    case Step::kBranch:
    case Step::kJump:
      return take_branch(warp, i, active);
    case Step::kIndexedBranch:
      branch_indexed(warp, i, active);
      return true;
    case Step::kCall:
      call(warp, i, active);
      return true;
    case Step::kReturn:
      return_from(warp, active);
      return true;
    case Step::kExit:
      exit_lanes(warp, active);
      return true;
    case Step::kConverge:
      take_converging_step(warp, i, active);
      return true;
    case Step::kWarpBarrier:
      return goes_on(reach_warp_barrier(warp, i, active));
    case Step::kBarrier:
      return goes_on(reach_barrier(warp, i, active));
    case Step::kPause:
      ++warp.pc;
      warp.spins += kSpinLimit / 8;
      return true;
    case Step::kTrap:
      fail(warp, FaultKind::kTrap, active, warp.pc, "");
    case Step::kUnsupported:
      fail(warp, FaultKind::kInvalidInstruction, active, warp.pc,
           grid_.program.unsupported[i.extra]);
  }
  return true;
}

Block::WarpStatus Block::run_warp(Warp& warp) {
  const Decoded* const code = grid_.program.code.data();
  const auto next_split = [&] {
    return pick_split(warp) || (release_warp_barrier(warp) && pick_split(warp));
  };
  if (!next_split()) {
    warp.done = warp.splits.empty();
    return warp.done ? WarpStatus::kDone : WarpStatus::kWaiting;
  }
  for (;;) {
    if (warp.current >= warp.splits.size() && !next_split()) {
      warp.done = warp.splits.empty();
      return warp.done ? WarpStatus::kDone : WarpStatus::kWaiting;
    }
    if (warp.pc >= stop_) [[unlikely]] {
      end_run(warp, warp.pc);
      save_split(warp);
      pick_split(warp);
      continue;
    }
    const Decoded& i = code[warp.pc];
    LaneMask active = warp.mask;
    if (i.guard != kNoSlot) {
      active &= predicate_at(warp, i.guard) ^ (i.guard_negated ? kAllLanes : 0u);
    }
    if (i.step == Step::kPlain) [[likely]] {
      if (active != 0) [[likely]] {
        i.execute(warp, i, active);
      }
      if (is_observed_) [[unlikely]] {
        observe(warp, i, active);
      }
      ++warp.pc;
      continue;
    }
    if (clock_running_ && i.step != Step::kConverge) [[unlikely]] {
      clock_->leave_run(warp, warp.pc);
    }
    if (is_traced_ && i.step != Step::kConverge) [[unlikely]] {
      worker_.recording->before_step(warp, i, active);
    }
    if (undefined_values_ && i.step != Step::kConverge) [[unlikely]] {
      undefined_values_->decide(warp, i, active);
    }
    if (active == 0 && needs_lanes(i.step)) {
      ++warp.pc;
    } else if (!take_step(warp, i, active)) {
      return WarpStatus::kYielded;
    }
  }
}

}  // namespace warpschool::sim
