// Barriers that not all threads of a block come to: what is told, and of which barrier.
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warpschool::sim {

BarrierPaths& Block::barrier_paths() {
  if (!barrier_paths_) {
    barrier_paths_ = std::make_unique<BarrierPaths>(grid_.program);
  }
  return *barrier_paths_;
}

BranchTaken Block::last_branch(const Warp& warp, unsigned lane) const {
  const std::uint32_t last = last_branch_[warp.index * kWarpSize + lane];
  return last == kNoIndex ? BranchTaken{} : BranchTaken{last >> 1, (last & 1) != 0};
}

/// Which branch leads the threads of a split to its barrier; in the functions that called, if it
/// is none of the barrier's own.
void Block::add_condition(const Split& split, BarrierCause& cause) {
  std::uint32_t branch = barrier_paths().condition_of(split.pc);
  for (const CallFrame* frame = split.frame.get(); branch == kNoIndex && frame != nullptr;
       frame = frame->parent.get()) {
    branch = barrier_paths().condition_of(frame->return_pc - 1);
  }
  if (branch != kNoIndex) {
    cause.condition = grid_.location(branch);
    cause.condition_text = grid_.statement(cause.condition);
  }
}

/// Threads of the block wait at two barriers. One that is left out on a way to the other stands in
/// a branch: it is to blame, whoever came first.
void Block::fail_at_two_barriers(Warp& warp, const Split& split, const Warp& other_warp,
                                 const Split& other) {
  BarrierCause cause;
  cause.what = BarrierCause::What::kOtherBarrier;
  cause.other = grid_.location(other.pc);
  cause.thread = thread_position(other_warp, static_cast<unsigned>(__builtin_ctz(other.mask)));
  add_condition(split, cause);
  fail(warp, FaultKind::kDivergentBarrier, split.mask, split.pc, std::move(cause));
}

void Block::blame_one_barrier(Warp& warp, const Split& split, Warp& other_warp,
                              const Split& other) {
  if (!barrier_paths().is_left_out(split.pc, other.pc) &&
      barrier_paths().is_left_out(other.pc, split.pc)) {
    fail_at_two_barriers(other_warp, other, warp, split);
  }
  fail_at_two_barriers(warp, split, other_warp, other);
}

void Block::check_early_arrival(Warp& warp, const Split& arriving) {
  for (const Split& split : warp.splits) {
    const bool elsewhere =
        &split != &arriving && split.state == Split::State::kAtBarrier && split.pc != arriving.pc;
    if (elsewhere && (split.early || arriving.early)) {
      blame_one_barrier(warp, arriving, warp, split);
    }
  }
}

/// Threads wait at a barrier that these lanes of `ended` never reached. CUDA asks that all threads
/// come; but devices from sm_70 on leave ended threads out, and programs rely on it: a note. Who
/// has gone on behind the barrier did without it what others do after it: a fault.
void Block::check_missing(Warp& waiting, const Split& split, const Warp& ended, LaneMask lanes) {
  BarrierCause cause;
  unsigned missing = static_cast<unsigned>(__builtin_ctz(lanes));
  cause.what = BarrierCause::What::kEnded;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    if (barrier_paths().went_past(split.pc, last_branch(ended, lane))) {
      cause.what = BarrierCause::What::kWentPast;
      missing = lane;
      break;
    }
  }
  const bool is_fault = cause.what == BarrierCause::What::kWentPast;
  if (!is_fault && grid_.was_noted(FaultKind::kDivergentBarrier, split.pc)) {
    return;
  }
  if (worker_.runs_ahead()) {
    throw GuestFault{};  // run again in the order of blocks
  }
  cause.thread = thread_position(ended, missing);
  add_condition(split, cause);
  if (const BranchTaken last = last_branch(ended, missing);
      cause.condition.line == 0 && last.at != kNoIndex) {
    cause.condition = grid_.location(last.at);
  }
  if (is_fault) {
    fail(waiting, FaultKind::kDivergentBarrier, split.mask, split.pc, std::move(cause));
  }
  note(waiting, FaultKind::kDivergentBarrier, split.mask, split.pc, std::move(cause));
}

/// Of the threads that ended since the last turn of this barrier.
void Block::check_ended(Warp& waiting, const Split& split) {
  std::vector<LaneMask>& known = ended_before_[split.pc];
  known.resize(warps_.size());
  for (const Warp& warp : warps_) {
    const LaneMask ended = warp.exited & ~known[warp.index];
    known[warp.index] = warp.exited;
    if (ended != 0) {
      check_missing(waiting, split, warp, ended);
    }
  }
}

/// All threads of the block are to come to __syncthreads(), and to the same one.
void Block::check_barrier(std::uint32_t id) {
  Warp* waiting = nullptr;
  const Split* first = nullptr;
  for (Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      const bool is_here =
          split.state == Split::State::kAtBarrier && split.barrier == id && split.mask != 0;
      if (!is_here) {
        continue;
      }
      if (first == nullptr) {
        waiting = &warp;
        first = &split;
        continue;
      }
      if (split.pc == first->pc) {
        continue;
      }
      const SourceLocation here = grid_.location(split.pc), there = grid_.location(first->pc);
      // Copies of one barrier that a compiler made stand at one place, two barriers of a line do
      // not.
      if (here.line != there.line || here.file != there.file || here.column != there.column) {
        blame_one_barrier(warp, split, *waiting, *first);
      }
    }
  }
  if (first != nullptr) {
    check_ended(*waiting, *first);
  }
}

}  // namespace warpschool::sim
