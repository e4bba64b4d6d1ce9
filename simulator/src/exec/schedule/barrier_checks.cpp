// Barriers that not all threads of a block come to: what is told, and of which barrier.
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warpschool::sim {
namespace {

/// The calls behind a split, from the kernel on, and where it is itself.
std::vector<std::uint32_t> way_to(const Split& split) {
  std::vector<std::uint32_t> way{split.pc};
  for (const CallFrame* frame = split.frame.get(); frame != nullptr; frame = frame->parent.get()) {
    way.push_back(frame->return_pc - 1);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

/// Where the ways to two splits part; of one way the splits' own instruction twice.
std::pair<std::uint32_t, std::uint32_t> parting(const Split& one, const Split& other) {
  const std::vector<std::uint32_t> first = way_to(one), second = way_to(other);
  const auto parted = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  return parted.first == first.end() || parted.second == second.end()
             ? std::pair(one.pc, other.pc)
             : std::pair(*parted.first, *parted.second);
}

}  // namespace

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
  const bool is_one_instruction = split.pc == other.pc;
  cause.other = grid_.location(is_one_instruction ? parting(split, other).second : other.pc);
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
    const bool waits = &split != &arriving && split.state == Split::State::kAtBarrier &&
                       (split.early || arriving.early);
    if (waits && (split.pc != arriving.pc || !is_one_barrier(split, arriving))) {
      blame_one_barrier(warp, arriving, warp, split);
    }
  }
}

/// At an earlier meeting, the threads of `split` waited at a barrier from which a way leads on to
/// this one, and lanes of `ended` waited here: at two barriers of one place of the source (a macro,
/// an inlined function), not at copies of one that a loop has. nullptr: they did not.
const Block::Meeting* Block::earlier_meeting(const Warp& waiting, const Split& split,
                                             const Warp& ended, LaneMask lanes) const {
  if (meetings_.empty()) {
    return nullptr;
  }
  const std::vector<std::uint32_t> way = way_to(split);
  const auto is_it = [&](const Meeting& meeting) {
    return std::count(way.begin(), way.end(), meeting.behind) != 0 &&
           (meeting.at_first[waiting.index] & split.mask) != 0 &&
           (meeting.at_behind[ended.index] & lanes) != 0;
  };
  const auto found = std::find_if(meetings_.begin(), meetings_.end(), is_it);
  return found == meetings_.end() ? nullptr : &*found;
}

void Block::fail_at_earlier_meeting(const Meeting& meeting, Warp& waiting, const Split& split,
                                    const Warp& ended, LaneMask lanes) {
  BarrierCause cause;
  cause.what = BarrierCause::What::kOtherBarrier;
  cause.other = grid_.location(meeting.behind);
  const LaneMask at_behind = meeting.at_behind[ended.index] & lanes;
  cause.thread = thread_position(ended, static_cast<unsigned>(__builtin_ctz(at_behind)));
  const std::uint32_t branch = barrier_paths().condition_of(meeting.first);
  if (branch != kNoIndex) {
    cause.condition = grid_.location(branch);
    cause.condition_text = grid_.statement(cause.condition);
  }
  fail(waiting, FaultKind::kDivergentBarrier, meeting.at_first[waiting.index] & split.mask,
       meeting.first, std::move(cause));
}

/// A thread of these lanes that has gone on behind the barrier; kNoIndex: none has.
std::uint32_t Block::lane_that_went_past(const Split& split, const Warp& ended, LaneMask lanes) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    if (barrier_paths().went_past(split.pc, last_branch(ended, lane))) {
      return lane;
    }
  }
  return kNoIndex;
}

/// Threads wait at a barrier that these lanes of `ended` never reached. CUDA asks that all threads
/// come; but devices from sm_70 on leave ended threads out, and programs rely on it: a note. Who
/// has gone on behind the barrier did without it what others do after it: a fault.
void Block::check_missing(Warp& waiting, const Split& split, const Warp& ended, LaneMask lanes) {
  const std::uint32_t past = lane_that_went_past(split, ended, lanes);
  const Meeting* const meeting =
      past == kNoIndex ? earlier_meeting(waiting, split, ended, lanes) : nullptr;
  const bool is_fault = past != kNoIndex || meeting != nullptr;
  if (!is_fault && grid_.was_noted(FaultKind::kDivergentBarrier, split.pc)) {
    return;
  }
  if (worker_.runs_ahead()) {
    throw GuestFault{};  // run again in the order of blocks
  }
  if (meeting != nullptr) {
    fail_at_earlier_meeting(*meeting, waiting, split, ended, lanes);
  }
  BarrierCause cause;
  cause.what = is_fault ? BarrierCause::What::kWentPast : BarrierCause::What::kEnded;
  const unsigned missing = is_fault ? past : static_cast<unsigned>(__builtin_ctz(lanes));
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

/// Compilers make copies of a barrier (of one in a loop, say). They stand at one place of the
/// source, and one lies on the way to the other. A function that two branches call, or a macro with
/// two branches, has its barriers at one place, too, but no thread comes to both.
bool Block::is_one_barrier(const Split& one, const Split& other) {
  if (one.pc == other.pc && same_calls(one.frame.get(), other.frame.get())) {
    return true;
  }
  const SourceLocation here = grid_.location(one.pc), there = grid_.location(other.pc);
  if (here.line != there.line || here.file != there.file || here.column != there.column) {
    return false;
  }
  const auto [first, second] = parting(one, other);
  return barrier_paths().are_on_one_way(first, second);
}

/// The meeting of those who wait at these two instructions; made where there is none yet.
Block::Meeting& Block::meeting_at(std::uint32_t first, std::uint32_t behind) {
  const auto is_it = [&](const Meeting& meeting) {
    return meeting.first == first && meeting.behind == behind;
  };
  const auto found = std::find_if(meetings_.begin(), meetings_.end(), is_it);
  if (found != meetings_.end()) {
    return *found;
  }
  // In a loop each may be one turn ahead.
  const bool counts = barrier_paths().leads_on(first, behind);
  const std::vector<LaneMask> nobody(warps_.size());
  return meetings_.emplace_back(Meeting{first, behind, counts, nobody, nobody});
}

/// Written down for earlier_meeting(): threads that are let go together waited at two instructions.
void Block::remember_meetings(std::uint32_t id) {
  std::vector<std::pair<std::size_t, const Split*>> waiting;
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      if (split.state == Split::State::kAtBarrier && split.barrier == id && split.mask != 0) {
        waiting.emplace_back(warp.index, &split);
      }
    }
  }
  for (const auto& [warp, split] : waiting) {
    for (const auto& [other_warp, other] : waiting) {
      const auto [first, behind] = parting(*split, *other);
      if (first == behind) {
        continue;
      }
      if (Meeting& meeting = meeting_at(first, behind); meeting.counts) {
        meeting.at_first[warp] |= split->mask;
        meeting.at_behind[other_warp] |= other->mask;
      }
    }
  }
}

/// All threads of the block are to come to __syncthreads(), and to the same one.
void Block::check_barrier(std::uint32_t id) {
  Warp* waiting = nullptr;
  const Split* first = nullptr;
  bool is_split_up = false;
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
      if (!is_one_barrier(split, *first)) {
        blame_one_barrier(warp, split, *waiting, *first);
      }
      is_split_up = is_split_up || split.pc != first->pc || split.frame != first->frame;
    }
  }
  if (is_split_up) {
    remember_meetings(id);
  }
  if (first != nullptr) {
    check_ended(*waiting, *first);
  }
}

}  // namespace warpschool::sim
