// Threads that do not come to the same place, or wait for ever.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

std::string needs_whole_warp(const Fault& fault) {
  return fmt::format(
      "{} called a function of the tensor cores (wmma, mma, ldmatrix){}, which all 32 threads of "
      "a warp must call together and with the same arguments; but {}. Move the call out of the "
      "branch, let a condition be the same for the whole warp (threadIdx.x / 32 instead of "
      "threadIdx.x), and launch blocks of a multiple of 32 threads.",
      who(fault), at(fault), fault.detail);
}

std::string sum_of_lane_zero(const Fault& fault) {
  return fmt::format(
      "{} stored{}, or added to something, a sum that only lane 0 of the warp has: after "
      "__shfl_down_sync over 16, 8, 4, 2 and 1 lanes the others have counted some values more "
      "than once. (What cub::WarpReduce gives is lane 0's, what cub::BlockReduce gives thread "
      "0's alone.) Let lane 0 alone use the sum (if (threadIdx.x % 32 == 0)), hand it on with "
      "sum = __shfl_sync(mask, sum, 0), or by shared memory and __syncthreads() within a block, "
      "or add up with __shfl_xor_sync, which gives it to all.",
      who(fault), at(fault));
}

std::string missing_lane(const Fault& fault, const LaneMaskCause& cause) {
  return fmt::format(
      "{} called a warp function{} and asked for the value of lane {}, and {}. That lane does not "
      "take part: it went another way, has ended, or the mask leaves it out, so a GPU may answer "
      "anything. Let all 32 threads of the warp make the call with the mask 0xffffffff, those "
      "without data with a value that changes nothing (0 in a sum), or use what comes only where "
      "the other lane takes part.",
      who(fault), at(fault), cause.lane,
      cause.used_at_line == 0 ? "uses what comes"
                              : fmt::format("line {} uses what came", cause.used_at_line));
}

std::string no_such_lane(const Fault& fault, const LaneMaskCause& cause) {
  return fmt::format(
      "{} called a warp function{} with a mask that is wrong there: it asks for the value of lane "
      "{}, but the block has no such thread in this warp{}. Launch blocks of a multiple of 32 "
      "threads, of which those beyond the data bring a value that changes nothing (0 in a sum); or "
      "ask for lanes only that the block has.",
      who(fault), at(fault), cause.lane, fault.detail.empty() ? "" : ": " + fault.detail);
}

std::string endless_loop(const Fault& fault, bool reads_anew) {
  return fmt::format(
      "{} goes round a loop{} that never ends: each turn leaves everything as it was. Check the "
      "loop's condition and what should change it. If that is something another thread writes, "
      "{}: the host cannot, as a launch returns when its kernel has ended.",
      who(fault), at(fault),
      reads_anew ? "see that somebody does write it, without waiting for this loop to end"
                 : "read it with an atomic or declare it volatile, and see that somebody does "
                   "write it");
}

std::string waits_for_ever(const Fault& fault) {
  std::string lines;
  for (const SourceLocation& where : fault.waiting_at) {
    const std::string line = line_of_file(where);
    if (where.line != 0 && lines.find(line + ";") == std::string::npos) {
      lines += line + "; ";
    }
  }
  if (!lines.empty()) {
    lines = " (they wait at " + lines.substr(0, lines.size() - 2) + ")";
  }
  return fmt::format(
      "No thread of block {} can go on{}: each waits for something that another never does. Look "
      "for a __syncthreads() that some threads skip, for a lock that is taken but not given back, "
      "for a flag that nobody sets (the host cannot: a launch returns when its kernel has ended, "
      "so set what it waits for before the launch), and for a wait for a block that has no place "
      "on the device yet.",
      index(fault.block, fault.grid_dim), lines);
}

bool is_same(const Dim3& one, const Dim3& other) {
  return one.x == other.x && one.y == other.y && one.z == other.z;
}

std::string lock_is_kept(const Fault& fault, const DeadlockCause& cause) {
  const bool is_own = is_same(cause.block, fault.block) && is_same(cause.thread, fault.thread);
  const std::string since = at_line(cause.taken_at);
  const std::string waits =
      fmt::format("No thread of block {} can go on: {} waits for a lock{}, which ",
                  index(fault.block, fault.grid_dim), who(fault), at(fault));
  if (is_own) {
    return fmt::format(
        "{}this thread has taken itself{} and not given back. Give it back (atomicExch(&lock, 0) "
        "behind a __threadfence()) before it is taken again.",
        waits, since);
  }
  const std::string holder = thread_of_block(fault, cause.thread, cause.block);
  return cause.has_ended
             ? fmt::format(
                   "{}{} took{} and never gave back: it has ended. Give a lock back "
                   "(atomicExch(&lock, 0) behind a __threadfence()) on each way out of what it "
                   "guards, returns too.",
                   waits, holder, since)
             : fmt::format(
                   "{}{} took{} and has not given back, as it waits itself. Let all threads take "
                   "several locks in the same order, and wait for nothing else while they hold "
                   "one.",
                   waits, holder, since);
}

std::string blocks_not_resident(const Fault& fault, const DeadlockCause& cause) {
  return fmt::format(
      "{} waits{} and cannot go on: the device has place for {} blocks of this kernel at a time. "
      "They all wait, and the other {} begin only when one of them has ended. A barrier between "
      "all blocks, or any other wait for a later block, needs all blocks on the device at once: "
      "launch {} blocks at most and let each do more in a loop, or split the kernel in two (a "
      "cooperative launch, cudaLaunchCooperativeKernel, refuses too many).",
      who(fault), at(fault), cause.resident, fault.grid_dim.count() - cause.resident,
      cause.resident);
}

std::string waits_beside_the_host(const Fault& fault) {
  return waits_for_ever(fault) +
         " This kernel uses pinned memory of the host: a kernel and a host that answer each "
         "other there run at the same time on a GPU, but not in the simulator, and if the host "
         "waits for the kernel's next answer now, it waits in vain (the program is ended then). "
         "Let the kernel end when it has nothing to do, and launch it again for the next piece.";
}

constexpr const char* kMoveTheBarrier =
    "Every thread of a block must reach the same __syncthreads(): move it out of the if or the "
    "loop.";

/// ", to which 'if (x < n)' at line 12 leads"
std::string condition_of(const BarrierCause& cause, const SourceLocation& where) {
  return cause.condition.line == 0
             ? ""
             : fmt::format(", to which {} leads",
                           condition(cause.condition, cause.condition_text, where));
}

/// ", at line 12". Two barriers may stand in one line, or be made of one: a macro's, a function's.
std::string barrier_place(const SourceLocation& barrier, const SourceLocation& where) {
  if (barrier.file != where.file) {
    return ", at " + line_of_file(barrier);
  }
  if (barrier.line != where.line) {
    return fmt::format(", at line {}", barrier.line);
  }
  return barrier.column == where.column
             ? " that comes from the same line (of a macro, or a function, that is used twice)"
             : fmt::format(", at column {} of that line", barrier.column);
}

}  // namespace

std::string counter_not_reset(const Fault& fault) {
  return fmt::format(
      "{} counts itself as one of {} blocks that are ready{}, but the counter has reached {} "
      "before: none will be the last, and what the last one is to do will not be done. Set the "
      "counter to 0 before each launch (cudaMemset, cudaMemcpyToSymbol), or let the last block do "
      "that for the next launch.",
      who(fault), fault.grid_dim.count(), at(fault), fault.detail);
}

std::string divergent_barrier(const Fault& fault) {
  const auto* const cause = std::get_if<BarrierCause>(&fault.cause);
  if (cause == nullptr) {
    return fmt::format(
        "{} waits at the barrier{}, but other threads of its block went another way and never come "
        "to it. {}",
        who(fault), at(fault), kMoveTheBarrier);
  }
  std::string text = fmt::format("{} waits at the barrier{}{}, but {} of its block ", who(fault),
                                 at(fault), condition_of(*cause, fault.where),
                                 "thread " + index(cause->thread, fault.block_dim));
  switch (cause->what) {
    case BarrierCause::What::kOtherBarrier:
      return fmt::format("{}waits at another one{}. {}", text,
                         barrier_place(cause->other, fault.where), kMoveTheBarrier);
    case BarrierCause::What::kWentPast:
      return text + "went past it: it did what comes behind, and ended without reaching it. " +
             kMoveTheBarrier;
    case BarrierCause::What::kEnded:
      return text +
             "ended without reaching it. GPUs from sm_70 on leave out threads that have ended, but "
             "CUDA does not promise it. " +
             kMoveTheBarrier +
             " Let threads without data come, too: put what they must not do into an if, before "
             "and behind the barrier.";
  }
  return text;
}

std::string invalid_lane_mask(const Fault& fault) {
  if (const auto* const cause = std::get_if<LaneMaskCause>(&fault.cause)) {
    switch (cause->what) {
      case LaneMaskCause::What::kNeedsWholeWarp:
        return needs_whole_warp(fault);
      case LaneMaskCause::What::kSumOfLaneZero:
        return sum_of_lane_zero(fault);
      case LaneMaskCause::What::kMissingLane:
        return missing_lane(fault, *cause);
      case LaneMaskCause::What::kNoSuchLane:
        return no_such_lane(fault, *cause);
    }
  }
  return fmt::format(
      "{} called a warp function{} with a mask that is wrong there: {}. Every thread that the mask "
      "names must come to this call, and only those: move the call out of the branch or loop "
      "(0xffffffff and tiles of cooperative groups name all), or take as mask the result of a "
      "__ballot_sync from before it.",
      who(fault), at(fault), fault.detail);
}

std::string deadlock(const Fault& fault) {
  const auto* const cause = std::get_if<DeadlockCause>(&fault.cause);
  if (cause == nullptr) {
    return waits_for_ever(fault);
  }
  switch (cause->what) {
    case DeadlockCause::What::kEndlessLoop:
      return endless_loop(fault, cause->reads_anew);
    case DeadlockCause::What::kWatchesPinnedMemory:
      return waits_beside_the_host(fault);
    case DeadlockCause::What::kLockIsKept:
      return lock_is_kept(fault, *cause);
    case DeadlockCause::What::kBlocksNotResident:
      return blocks_not_resident(fault, *cause);
  }
  return {};
}

}  // namespace warpschool::sim::explanations
