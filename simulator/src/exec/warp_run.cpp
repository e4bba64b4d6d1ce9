// The run loop of a warp. The split with the deepest calls and then the lowest instruction index
// runs, until it reaches the index of another one: there the two become one again ("thread
// frontiers"; lowering laid the blocks out for it).
#include "exec/externs.hpp"
#include "exec/grid.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kNever = 0xffff'ffffu;
/// Atomics with a result and volatile loads in a row of loops before a split must let others go
/// first.
constexpr std::uint32_t kSpinLimit = 64;
constexpr std::uint32_t kDeepestCall = 4096;
constexpr const char* kNotInOwnMask = "it does not name the thread itself";

bool same_calls(const CallFrame* a, const CallFrame* b) {
  for (; a != b; a = a->parent.get(), b = b->parent.get()) {
    if (a == nullptr || b == nullptr || a->return_pc != b->return_pc ||
        a->function != b->function) {
      return false;
    }
  }
  return true;
}

std::uint32_t depth_of(const Split& split) {
  return split.frame ? split.frame->depth : 0;
}

LaneMask predicate_at(const Warp& warp, std::uint32_t slot) {
  return *reinterpret_cast<const LaneMask*>(warp.frame + slot);
}

const std::uint32_t* words_at(const Warp& warp, std::uint32_t slot) {
  return reinterpret_cast<const std::uint32_t*>(warp.frame + slot);
}

}  // namespace

namespace {

/// All lanes that the member masks of `lanes` name.
LaneMask members_of(const Warp& warp, const Decoded& i, LaneMask lanes) {
  LaneMask members = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    members |= words_at(warp, i.e)[__builtin_ctz(lanes)];
  }
  return members;
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
  const LoopWatch::Answer answer =
      worker_.loops.look(warp, run_begin_, end, worker_.executed_threads);
  worker_.set_next_check();
  if (answer == LoopWatch::Answer::kNothing) {
    return;
  }
  if (worker_.speculation != nullptr) {
    throw GuestFault{};  // run again in the order of blocks
  }
  if (answer == LoopWatch::Answer::kEndless) {
    fail(warp, FaultKind::kDeadlock, warp.mask, end == 0 ? 0 : end - 1, kEndlessLoop);
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

void Block::branch(Warp& warp, const Decoded& i, LaneMask taken) {
  left_at_ = warp.pc;
  if (taken == 0) {
    ++warp.pc;
    return;
  }
  if (taken == warp.mask) {
    jump(warp, i.target);
    return;
  }
  ++worker_.counters.divergent_branches;
  const LaneMask others = warp.mask & ~taken;
  end_run(warp, warp.pc + 1);
  divide(warp, others, warp.pc + 1, warp.splits[warp.current].frame);
  warp.mask = taken;
  warp.pc = i.target;
  save_split(warp);
  pick_split(warp);
}

void Block::branch_indexed(Warp& warp, const Decoded& i, LaneMask active) {
  const std::vector<std::uint32_t>& table = grid_.program.branch_tables[i.extra];
  const std::uint32_t* index = words_at(warp, i.a);
  end_run(warp, warp.pc + 1);
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

namespace {

void copy_slots(const Program& program, std::uint32_t begin, std::uint32_t end,
                const std::byte* from, std::byte* to, LaneMask active) {
  for (std::uint32_t n = begin; n < end; ++n) {
    const FrameSlot& slot = program.slots[n];
    if (slot.stride == 0) {
      const LaneMask value = *reinterpret_cast<const LaneMask*>(from + slot.offset);
      LaneMask& target = *reinterpret_cast<LaneMask*>(to + slot.offset);
      target = (target & ~active) | (value & active);
      continue;
    }
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const std::uint32_t place =
          slot.offset + static_cast<std::uint32_t>(__builtin_ctz(rest)) * slot.stride;
      std::copy_n(from + place, slot.stride, to + place);
    }
  }
}

void copy_function(const Program& program, const FunctionInfo& function, const std::byte* from,
                   std::byte* to, LaneMask active) {
  copy_slots(program, function.frame_begin, function.frame_end, from, to, active);
  copy_slots(program, function.formals_begin, function.formals_end, from, to, active);
}

/// Arguments may lie in the registers that a recursive call is about to save and reuse: go through
/// a copy.
std::vector<std::vector<std::byte>> gather(const Warp& warp,
                                           const std::vector<ParameterSlot>& slots) {
  std::vector<std::vector<std::byte>> values;
  values.reserve(slots.size());
  for (const ParameterSlot& slot : slots) {
    const std::byte* begin = warp.frame + slot.offset;
    values.emplace_back(begin, begin + std::size_t{slot.stride} * kWarpSize);
  }
  return values;
}

void scatter(Warp& warp, const std::vector<std::vector<std::byte>>& values,
             const std::vector<ParameterSlot>& from, const std::vector<ParameterSlot>& to,
             LaneMask active) {
  for (std::size_t n = 0; n < std::min(from.size(), to.size()); ++n) {
    const std::uint32_t bytes = std::min(from[n].stride, to[n].stride);
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(rest));
      std::copy_n(values[n].data() + lane * from[n].stride, bytes,
                  warp.frame + to[n].offset + lane * to[n].stride);
    }
  }
}

}  // namespace

void Block::call(Warp& warp, const Decoded& i, LaneMask active) {
  const Program& program = grid_.program;
  const CallSite& site = program.calls[i.extra];
  if (site.intrinsic != kNoIndex) {
    worker_.executed_threads += std::uint64_t{count_lanes(active)} * intrinsic_cost(site.intrinsic);
    call_intrinsic(site.intrinsic, warp, site, active);
    ++warp.pc;
    return;
  }
  std::uint32_t callee = site.function;
  if (site.pointer != kNoSlot) {
    const auto* pointers = reinterpret_cast<const std::uint64_t*>(warp.frame + site.pointer);
    const std::uint64_t leader = pointers[__builtin_ctz(active)];
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      active &= pointers[lane] == leader ? ~LaneMask{0} : ~(LaneMask{1} << lane);
    }
    const auto found = program.function_addresses.find(leader);
    if (found == program.function_addresses.end()) {
      fail(warp, FaultKind::kOutOfBounds, active, warp.pc,
           "a call through a pointer that is no function's");
    }
    callee = found->second;
  }
  const FunctionInfo& function = program.functions[callee];
  if (function.parameters.size() != site.arguments.size()) {
    fail(warp, FaultKind::kInvalidInstruction, active, warp.pc,
         "a call of " + function.name + " with a wrong number of arguments");
  }
  const std::shared_ptr<const CallFrame> parent = warp.splits[warp.current].frame;
  auto frame = std::make_shared<CallFrame>();
  frame->parent = parent;
  frame->return_pc = warp.pc + 1;
  frame->site = i.extra;
  frame->function = callee;
  frame->depth = parent ? parent->depth + 1 : 1;
  // Variables of recursive functions lie behind all others, an activation after the other.
  frame->local_base = parent ? parent->local_top : program.local_bytes;
  frame->local_top = frame->local_base;
  if (function.recursive) {
    frame->local_top += function.local_bytes;
    frame->saves = true;
    const std::uint32_t in_stack = std::min(frame->local_top, grid_.local_bytes);
    for (LaneMask rest = active; rest != 0 && frame->local_base < in_stack; rest &= rest - 1) {
      std::byte* const stack =
          warp.local + std::size_t{warp.local_stride} * static_cast<unsigned>(__builtin_ctz(rest));
      std::fill(stack + frame->local_base, stack + in_stack, kPoison);
    }
    if (frame->local_top > grid_.local_bytes || frame->depth > kDeepestCall) {
      fail(warp, FaultKind::kStackOverflow, active, warp.pc, function.name);
    }
    warp.saved.resize(std::max<std::size_t>(warp.saved.size(), frame->depth + 1));
    warp.saved[frame->depth].resize(program.frame_bytes);
  }
  const auto values = gather(warp, site.arguments);
  if (function.recursive) {
    copy_function(program, function, warp.frame, warp.saved[frame->depth].data(), active);
  }
  scatter(warp, values, site.arguments, function.parameters, active);
  end_run(warp, warp.pc + 1);
  const LaneMask others = warp.mask & ~active;
  if (others != 0) {
    // Lanes with another target call it when they come back here; lanes whose guard is false find
    // it false again.
    divide(warp, others, site.pointer == kNoSlot ? warp.pc + 1 : warp.pc, parent);
  }
  warp.mask = active;
  warp.pc = function.entry;
  warp.splits[warp.current].frame = std::move(frame);
  save_split(warp);
  pick_split(warp);
}

void Block::return_from(Warp& warp, LaneMask active) {
  const Program& program = grid_.program;
  const std::shared_ptr<const CallFrame> frame = warp.splits[warp.current].frame;
  if (!frame) {
    exit_lanes(warp, active);
    return;
  }
  end_run(warp, warp.pc + 1);
  const FunctionInfo& function = program.functions[frame->function];
  const CallSite& site = program.calls[frame->site];
  const auto values = gather(warp, function.results);
  if (frame->saves) {
    copy_function(program, function, warp.saved[frame->depth].data(), warp.frame, active);
  }
  scatter(warp, values, function.results, site.results, active);
  divide(warp, active, frame->return_pc, frame->parent);
  warp.mask &= ~active;
  ++warp.pc;
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
        const auto lane = static_cast<unsigned>(__builtin_ctz(active));
        check_missing(warp, split, warp, lane, SourceLines::Answer::kNo);
      }
    }
  }
  save_split(warp);
  pick_split(warp);
}

/// In a warp that the block fills only in part: a lane that asks for one that was never there, in a
/// mask that names it. What it gets is undefined; it may know that and not use it.
void Block::note_missing_sources(Warp& warp, const Decoded& i, LaneMask active) {
  const auto mode = static_cast<Mode>(i.extra);
  if (warp.exists == kAllLanes || mode == Mode::kUp) {
    return;
  }
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const std::uint32_t amount = words_at(warp, i.b)[lane] & 31u;
    const std::uint32_t segment = (words_at(warp, i.c)[lane] >> 8) & 31u;
    const std::uint32_t highest = (lane & segment) | (words_at(warp, i.c)[lane] & 31u & ~segment);
    const std::uint32_t source = mode == Mode::kDown ? lane + amount : lane ^ amount;
    const bool is_named = source <= highest && (words_at(warp, i.e)[lane] >> source & 1u) != 0;
    if (is_named && (warp.exists >> source & 1u) == 0) {
      note(warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc,
           "it asks for the value of lane " + std::to_string(source) +
               ", but the block has no such thread in this warp: what it gets is undefined");
      return;
    }
  }
}

/// A lane that reads from another by its number means that one; what it gets
/// from a lane that does not take part is undefined. (Distances reach beyond
/// the members at times, unused.)
void Block::check_source_lanes(Warp& warp, const Decoded& i, LaneMask active) {
  if (static_cast<Mode>(i.extra) != Mode::kIdx) {
    note_missing_sources(warp, i, active);
    return;
  }
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const std::uint32_t segment = (words_at(warp, i.c)[lane] >> 8) & 31u;
    const std::uint32_t clamp = words_at(warp, i.c)[lane] & 31u;
    const std::uint32_t source = (lane & segment) | (words_at(warp, i.b)[lane] & 31u & ~segment);
    const bool in_range = source <= ((lane & segment) | (clamp & ~segment));
    if (in_range && (active >> source & 1u) == 0) {
      fail(
          warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc,
          "it asks for the value of lane " + std::to_string(source) + ", which does not take part");
    }
  }
}

/// True if all lanes of the member masks are here; else this split waits for
/// them.
bool Block::converge(Warp& warp, const Decoded& i, LaneMask active) {
  if (i.e == kNoSlot) {
    return true;
  }
  const std::uint32_t* masks = words_at(warp, i.e);
  const bool checked = grid_.options.checks.barriers;
  LaneMask needed = 0;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    needed |= masks[lane];
    if (checked && (masks[lane] >> lane & 1u) == 0) {
      fail(warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc, kNotInOwnMask);
    }
  }
  needed &= warp.exists;
  const bool exchanges = grid_.program.info[warp.pc].opcode == Opcode::kShfl;
  if (checked && exchanges && (needed & warp.exited) != 0) {
    fail(warp, FaultKind::kInvalidLaneMask, active, warp.pc,
         "it names a thread that has already ended");
  }
  needed &= ~warp.exited;
  if ((needed & ~active) == 0) {
    if (checked && exchanges && active != kAllLanes) {
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

/// __syncwarp: lanes may wait at different places. True: go on.
bool Block::reach_warp_barrier(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint32_t* masks = words_at(warp, i.e);
  LaneMask needed = 0;
  if (grid_.tracks_races) {
    grid_.ordering->warp_sync(order, warp.index);
  }
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    needed |= masks[lane];
    if (grid_.options.checks.barriers && (masks[lane] >> lane & 1u) == 0) {
      fail(warp, FaultKind::kInvalidLaneMask, LaneMask{1} << lane, warp.pc, kNotInOwnMask);
    }
  }
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
      if ((members_of(warp, i, split.mask) & warp.live() & ~split.mask) == 0) {
        if (grid_.options.checks.barriers && (members_of(warp, i, split.mask) & warp.exited) != 0) {
          fail(warp, FaultKind::kInvalidLaneMask, split.mask, split.pc,
               "it names threads that went another way and ended");
        }
        split.state = Split::State::kReady;
        released = true;
      }
    }
  }
  return released;
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

/// A step that changes where lanes go on, or that waits for others. False: the warp's turn ends.
bool Block::take_step(Warp& warp, const Decoded& i, LaneMask active) {
  switch (i.step) {
    case Step::kPlain:
      WARPSCHOOL_UNREACHABLE("the run loop takes plain steps");
    case Step::kBranch:
    case Step::kJump: {
      const bool backward = i.target <= warp.pc;
      if (i.step == Step::kJump) {
        jump(warp, i.target);  // also how -O0 ends a loop
      } else {
        branch(warp, i, active);
      }
      if (backward && gives_way(warp)) {
        return false;
      }
      break;
    }
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
      if (converge(warp, i, active)) {
        i.execute(warp, i, active);
        if (clock_running_) {
          clock_->execute(warp, warp.pc);
        }
        if (grid_.tracks_races) {
          grid_.ordering->warp_sync(order, warp.index);
        }
        ++warp.pc;
      } else if (warp.splits[warp.current].state != Split::State::kReady) {
        leave_split(warp, warp.pc);
      }
      break;
    case Step::kWarpBarrier:
      if (reach_warp_barrier(warp, i, active)) {
        ++warp.pc;
      } else {
        leave_split(warp, warp.pc + 1);
      }
      break;
    case Step::kBarrier:
      if (reach_barrier(warp, i, active)) {
        ++warp.pc;
      } else {
        leave_split(warp, warp.pc + 1);
      }
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
      if (clock_running_) [[unlikely]] {
        clock_->execute(warp, warp.pc);
      }
      ++warp.pc;
      continue;
    }
    if (clock_running_ && i.step != Step::kConverge) [[unlikely]] {
      clock_->leave_run(warp, warp.pc);
    }
    if (active == 0 && needs_lanes(i.step)) {
      ++warp.pc;
    } else if (!take_step(warp, i, active)) {
      return WarpStatus::kYielded;
    }
  }
}

}  // namespace warpschool::sim
