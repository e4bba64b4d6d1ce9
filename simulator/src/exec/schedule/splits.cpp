// Splits of a warp, lanes that run at one instruction: how they part at branches, which of them
// runs next, and where they become one again ("thread frontiers"; lowering laid the blocks out for
// it).
#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kNever = 0xffff'ffffu;

std::uint32_t depth_of(const Split& split) {
  return split.frame ? split.frame->depth : 0;
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
  const PredicatedCode::Way& missed = is_taken ? code.missed_if_taken : code.missed_if_passed;
  worker_.counters.shared_load_requests_off += missed.shared_loads;
  worker_.counters.shared_store_requests_off += missed.shared_stores;
  worker_.counters.issue_slots += missed.issue_slots;
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
  // Where they meet both ways come to the instruction that waits for the others (BSYNC).
  worker_.counters.issue_slots += grid_.program.info[warp.pc].parting != Parting::kNever ? 1u : 0u;
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

/// The split goes on at `pc` when it is let go; until then others may run.
void Block::leave_split(Warp& warp, std::uint32_t pc) {
  end_run(warp, pc);
  save_split(warp);
  warp.current = warp.splits.size();
}

}  // namespace warpschool::sim
