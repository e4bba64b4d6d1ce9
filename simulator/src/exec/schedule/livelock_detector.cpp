// Finds loops whose state repeats, so that they can never end.
#include "exec/schedule/livelock_detector.hpp"

#include "exec/launch/grid.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {
namespace {

const CallFrame* frame_of(const Warp& warp) {
  return warp.current < warp.splits.size() ? warp.splits[warp.current].frame.get() : nullptr;
}

/// Do both return to the same places, with the same registers to go back to?
bool same_activations(const CallFrame* a, const CallFrame* b) {
  for (; a != b; a = a->parent.get(), b = b->parent.get()) {
    if (a == nullptr || b == nullptr || a->return_pc != b->return_pc || a->saves || b->saves) {
      return false;
    }
  }
  return true;
}

/// May the next turn find something else here, because another warp or the host did something?
bool asks_others(const Warp& warp, const Decoded& i, const InstructionInfo& info) {
  const Program& program = warp.grid->program;
  switch (info.opcode) {
    case Opcode::kLd:
    case Opcode::kLdu: {
      const Space space = i.space == Space::kGeneric ? warp.sites[i.extra].space : i.space;
      return space != Space::kLocal && space != Space::kConst && space != Space::kParam;
    }
    case Opcode::kAtom:
    case Opcode::kBar:
    case Opcode::kBarrier:
      return true;
    default:
      return i.step == Step::kCall && program.calls[i.extra].intrinsic != kNoIndex;
  }
}

std::vector<std::pair<std::uint32_t, LaneMask>> other_splits(const Warp& warp) {
  std::vector<std::pair<std::uint32_t, LaneMask>> others;
  for (std::size_t n = 0; n < warp.splits.size(); ++n) {
    if (n != warp.current) {
      others.emplace_back(warp.splits[n].pc, warp.splits[n].mask);
    }
  }
  return others;
}

}  // namespace

void LivelockDetector::remember(const Warp& warp, std::uint32_t end) {
  warp_ = &warp;
  end_ = end;
  writes_ = warp.writes;
  mask_ = warp.mask;
  carry_ = warp.carry;
  registers_.assign(warp.frame, warp.frame + warp.grid->program.frame_bytes);
  local_.assign(warp.local, warp.local + std::size_t{kWarpSize} * warp.local_stride);
  others_ = other_splits(warp);
  frame_ = warp.current < warp.splits.size() ? warp.splits[warp.current].frame : nullptr;
  reads_ = false;
}

bool LivelockDetector::is_as_remembered(const Warp& warp, std::uint32_t end) const {
  return warp_ == &warp && end_ == end && mask_ == warp.mask && carry_ == warp.carry &&
         std::equal(registers_.begin(), registers_.end(), warp.frame) &&
         std::equal(local_.begin(), local_.end(), warp.local) && others_ == other_splits(warp) &&
         same_activations(frame_.get(), frame_of(warp));
}

LivelockDetector::Answer LivelockDetector::look(const Warp& warp, std::uint32_t begin,
                                                std::uint32_t end, std::uint64_t executed_threads) {
  // Two splits that meet end a run without an instruction: no turn of a loop.
  if (executed_threads < next_look_ || begin == end) {
    return Answer::kNothing;
  }
  if (looks_left_ == 0) {
    remember(warp, end);
    looks_left_ = kLooks;
    next_look_ = 0;
    return Answer::kNothing;
  }
  const Program& program = warp.grid->program;
  for (std::uint32_t pc = begin; pc < end && !reads_ && warp_ == &warp; ++pc) {
    reads_ = asks_others(warp, program.code[pc], program.info[pc]);
  }
  if (is_as_remembered(warp, end)) {
    looks_left_ = 0;
    const bool waits = reads_ && writes_ == warp.writes;
    // The block's other warps may be in the same loop.
    next_look_ = executed_threads + (waits ? 0 : kLookEvery);
    return !reads_ ? Answer::kEndless : waits ? Answer::kWaits : Answer::kNothing;
  }
  if (--looks_left_ == 0) {
    next_look_ = executed_threads + kLookEvery;
  } else if (const unsigned done = kLooks - looks_left_; (done & (done - 1)) == 0) {
    remember(warp, end);  // the loop may have begun only now
  }
  return Answer::kNothing;
}

}  // namespace warpschool::sim
