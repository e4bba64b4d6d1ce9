// Threads that do not come to the same place, or wait for ever.
#include "faults/explanations.hpp"
#include "faults/sentences.hpp"

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

std::string endless_loop(const Fault& fault) {
  return fmt::format(
      "{} goes round a loop{} that never ends: each turn leaves everything as it was. Check the "
      "loop's condition and what should change it. If that is something another thread writes, "
      "read it with an atomic or declare it volatile, and see that somebody does write it: the "
      "host cannot, as a launch returns when its kernel has ended.",
      who(fault), at(fault));
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

std::string waits_beside_the_host(const Fault& fault) {
  return waits_for_ever(fault) +
         " This kernel uses pinned memory of the host: a kernel and a host that answer each "
         "other there run at the same time on a GPU, but not in the simulator, and if the host "
         "waits for the kernel's next answer now, it waits in vain (the program is ended then). "
         "Let the kernel end when it has nothing to do, and launch it again for the next piece.";
}

}  // namespace

std::string counter_not_reset(const Fault& fault) {
  return fmt::format(
      "{} counts itself as one of {} blocks that are ready{}, but the counter has reached {} "
      "before: "
      "none will be the last, and what the last one is to do will not be done. Set the counter to "
      "0 "
      "before each launch (cudaMemset, cudaMemcpyToSymbol), or let the last block do that for the "
      "next launch.",
      who(fault), fault.grid_dim.count(), at(fault), fault.detail);
}

std::string divergent_barrier(const Fault& fault) {
  return fmt::format(
      "{} waits at the barrier{}, but other threads of its block went another way and never come "
      "to it. Every thread of a block must reach the same __syncthreads(): move it out of the if "
      "or the loop.",
      who(fault), at(fault));
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
      "{} called a warp function{} with a mask that is wrong there: {}. Every thread "
      "that the mask names must come to this call, and only those: move the call out of the "
      "branch or loop (0xffffffff and tiles of cooperative groups name all), or take as mask the "
      "result of "
      "a __ballot_sync from before it.",
      who(fault), at(fault), fault.detail);
}

std::string deadlock(const Fault& fault) {
  const auto* const cause = std::get_if<DeadlockCause>(&fault.cause);
  if (cause == nullptr) {
    return waits_for_ever(fault);
  }
  switch (*cause) {
    case DeadlockCause::kEndlessLoop:
      return endless_loop(fault);
    case DeadlockCause::kWatchesPinnedMemory:
      return waits_beside_the_host(fault);
  }
  return {};
}

}  // namespace warpschool::sim::explanations
