// The run loop of a warp. The split with the deepest calls and then the lowest instruction index
// runs, until it reaches the index of another one: there the two become one again (splits.cpp).
#include "exec/device_library/device_library.hpp"
#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Atomics with a result and volatile loads in a row of loops before a split must let others go
/// first.
constexpr std::uint32_t kSpinLimit = 64;

LaneMask predicate_at(const Warp& warp, std::uint32_t slot) {
  return *reinterpret_cast<const LaneMask*>(warp.frame + slot);
}

}  // namespace

/// Now and then: does this warp go round a loop that never ends?
void Block::look_for_loop(Warp& warp, std::uint32_t end) {
  worker_.check_work();
  const LivelockDetector::Answer answer =
      worker_.loops.look(warp, run_begin_, end, worker_.executed_threads);
  worker_.set_next_check();
  if (answer == LivelockDetector::Answer::kNothing) {
    return;
  }
  suspect_endless_wait();
  if (answer == LivelockDetector::Answer::kEndless) {
    fail(warp, FaultKind::kDeadlock, warp.mask, end == 0 ? 0 : end - 1,
         DeadlockCause{DeadlockCause::What::kEndlessLoop});
  }
  warp.spins = kSpinLimit;
}

/// The lanes that run have only asked and waited for a while: others may go first.
bool Block::gives_way(Warp& warp) {
  if (warp.spins < kSpinLimit || warp.current >= warp.splits.size()) {
    return false;
  }
  warp.spins = 0;
  pause_split(warp);
  return true;
}

/// The lanes that run stop here; the other ones of the warp come first.
void Block::pause_split(Warp& warp) {
  end_run(warp, warp.pc);
  save_split(warp);
  warp.splits[warp.current].turns = ++warp.turn;
}

/// Steps that do nothing without a lane whose guard is true.
static bool needs_lanes(Step step) {
  return step != Step::kBranch && step != Step::kJump && step != Step::kIndexedBranch &&
         step != Step::kPause;
}

/// Before a step that changes where lanes go on, or that waits for others.
void Block::observe_step(Warp& warp, const Decoded& i, LaneMask active) {
  if (clock_running_) {
    clock_->leave_run(warp, warp.pc, active);
  }
  if (is_traced_) {
    worker_.recording->before_step(warp, i, active);
  }
  if (undefined_values_) {
    undefined_values_->decide(warp, i, active);
  }
}

/// After an instruction was executed.
void Block::observe(Warp& warp, const Decoded& i, LaneMask active) {
  if (clock_running_) {
    clock_->execute(warp, warp.pc, active);
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

/// Before an access by which blocks tell each other something: in a launch in time, all that others
/// do before it has to be done. False: it is not.
bool Block::comes_next(Warp& warp, LaneMask active) {
  if (!clock_running_ || !grid_.queue.is_in_time()) {
    return true;
  }
  // What is written meanwhile takes longer to be seen than the look does (signals.cpp).
  const double at = clock_->next_signal(warp, warp.pc, active);
  if (!grid_.has_earlier(at - grid_.profile.l2_latency_clk / 2.0)) {
    return true;
  }
  has_work_ |= !clock_->looks_again(warp, warp.pc, active);
  clock_->let_others_go(warp, warp.pc, active);
  next_signal_ = std::min(next_signal_, at);
  pause_split(warp);
  return false;
}

/// Behind a barrier, where the lanes need not wait, or when they are let go.
void Block::pass_barrier(Warp& warp, bool has_passed) {
  if (has_passed) {
    ++warp.pc;
  } else {
    leave_split(warp, warp.pc + 1);
  }
}

/// A step that changes where lanes go on, or that waits for others. False: the warp's turn ends.
bool Block::take_step(Warp& warp, const Decoded& i, LaneMask active) {
  switch (i.step) {
    case Step::kPlain:
      WARPSCHOOL_UNREACHABLE("the run loop takes plain steps");
    case Step::kBranch:
    case Step::kJump:
      return take_branch(warp, i, active);
    case Step::kIndexedBranch:
      branch_indexed(warp, i, active);
      break;
    case Step::kCall:
      call(warp, i, active);
      break;
    case Step::kReturn:
      return_from(warp, active);
      break;
    case Step::kExit:
      exit_lanes(warp, active);
      break;
    case Step::kConverge:
      take_converging_step(warp, i, active);
      break;
    case Step::kInTurn:
      if (!comes_next(warp, active)) {
        return false;
      }
      i.execute(warp, i, active);
      if (is_observed_) {
        observe(warp, i, active);
      }
      ++warp.pc;
      break;
    case Step::kWarpBarrier:
      pass_barrier(warp, reach_warp_barrier(warp, i, active));
      break;
    case Step::kBarrier:
      pass_barrier(warp, reach_barrier(warp, i, active));
      break;
    case Step::kPause:
      ++warp.pc;
      warp.spins += kSpinLimit / 8;
      break;
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
  const auto without_split = [&] {
    warp.done = warp.splits.empty();
    return warp.done ? WarpStatus::kDone : WarpStatus::kWaiting;
  };
  if (!next_split()) {
    return without_split();
  }
  for (;;) {
    if (warp.current >= warp.splits.size() && !next_split()) {
      return without_split();
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
    const bool observes_itself = i.step == Step::kConverge || i.step == Step::kInTurn;
    if (is_observed_ && !observes_itself) [[unlikely]] {
      observe_step(warp, i, active);
    }
    if (active == 0 && needs_lanes(i.step)) {
      ++warp.pc;
    } else if (!take_step(warp, i, active)) {
      return WarpStatus::kYielded;
    }
  }
}

}  // namespace warpschool::sim
