// How to mend a race.
#include "faults/race_advice.hpp"

#include "faults/fault_sentences.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

bool same_line(const Fault& fault) {
  return fault.where.line != 0 && fault.where.line == fault.other->where.line &&
         fault.where.file == fault.other->where.file;
}

bool same_warp(const Fault& fault) {
  const auto rank = [&](const Dim3& thread) {
    return (std::uint64_t{thread.z} * fault.block_dim.y + thread.y) * fault.block_dim.x + thread.x;
  };
  return rank(fault.thread) / kWarpSize == rank(fault.other->thread) / kWarpSize;
}

/// "between line 12 and line 15", "between the two"
std::string between(const Fault& fault) {
  const unsigned one = fault.where.line, two = fault.other->where.line;
  if (one == 0 || two == 0 || fault.where.file != fault.other->where.file) {
    return "between the two";
  }
  if (fault.other->is_upper_called) {
    return fmt::format("behind line {}, before what stands at line {} is called",
                       std::max(one, two), std::min(one, two));
  }
  return fmt::format("between line {} and line {}", std::min(one, two), std::max(one, two));
}

/// Two threads store at one line, and nothing says that they read before: no sum, no maximum.
bool is_store_alone(const Fault& fault) {
  return fault.space == Space::kGlobal && fault.is_write && fault.other->is_write &&
         !fault.is_atomic && !fault.other->is_atomic && same_line(fault) && !is_one_value(fault) &&
         !std::holds_alternative<RaceCause>(fault.cause);
}

/// As many elements as a block has threads, or fewer: not an element for each thread of a grid.
bool stores_by_block(const Fault& fault) {
  return fault.allocation && fault.access_bytes != 0 && !is_one_value(fault) &&
         fault.allocation->bytes / fault.access_bytes <= fault.block_dim.count() &&
         fault.allocation->name.empty();
}

std::string advice_for_stores(const Fault& fault) {
  if (fault.block != fault.other->block && stores_by_block(fault)) {
    return {};
  }
  return fmt::format(
      "Both only store there, so two threads have the same index{}. A thread's own number is {}; a "
      "place that is counted or handed out is counted over all threads that store there, from a "
      "start that a barrier has made known to all.",
      fault.block == fault.other->block ? ", or a barrier is missing between two turns of a loop"
                                        : "",
      is_flat(fault) ? "blockIdx.x * blockDim.x + threadIdx.x"
                     : "x + y * (length of a row) + z * (length of a row) * (rows of a layer), and "
                       "each coordinate has a guard of its own");
}

/// Of a line that reads some elements and writes others: "; if ...", for the end of a sentence.
std::string or_wrong_index(const Fault& fault) {
  const bool one_reads = fault.is_write != fault.other->is_write;
  return one_reads && !is_one_value(fault)
             ? "; if each was to use elements of its own, their indices are wrong, or a guard lets too "
               "many in"
             : "";
}

/// Threads that each read it and then write it, in two lines.
std::string advice_for_changes(const Fault& fault) {
  return fmt::format(
      "Each thread reads it there and then writes it: what another wrote in between is lost. {} "
      "use one atomic (atomicAdd, atomicMax, atomicExch, ...), or a lock around both lines with "
      "__threadfence() after it is taken and before it is given back.",
      is_one_value(fault) ? "To share it,"
                          : "If each was to have an element of its own, their indices are wrong; "
                            "if they share it,");
}

unsigned lower_line(const Fault& fault) {
  return std::max(fault.where.line, fault.other->where.line);
}

const char* const kAdviceForLocks =
    " A lock around it must have __threadfence() after it is taken and before it is given back.";

/// "__syncthreads() between line 12 and line 15"
std::string barrier_between(const Fault& fault) {
  std::string barrier =
      "__syncthreads() " + (same_line(fault) ? "between the steps" : between(fault));
  const bool may_be_of_a_warp =
      fault.space != Space::kGlobal || is_cause(fault.cause, RaceCause::kVolatileData);
  if (may_be_of_a_warp && same_warp(fault)) {
    barrier += " (__syncwarp() if only threads of one warp share it)";
  }
  return barrier;
}

/// " The one in line 12 does not stand behind each turn.", where there is such a barrier.
std::string barrier_of_other_turns(const Fault& fault) {
  const unsigned line = fault.other->left_out.line;
  return line == 0 ? ""
                   : fmt::format(
                         " The one in line {} is not come to after each turn: does a "
                         "condition lead past it?",
                         line);
}

/// A line that reads some elements and writes others, or a value that all use.
std::string advice_for_one_place(const Fault& fault) {
  const bool is_changed = is_cause(fault.cause, RaceCause::kReadAndWrittenBack);
  if (fault.other->is_next_turn && !is_one_value(fault) && !is_changed) {
    return fmt::format(
        "The next turn of a loop (or the next call) begins before all threads have ended this one: "
        "put __syncthreads() at the end of that loop or function, behind line {}, where every "
        "thread of the block reaches it.{}",
        fault.where.line, barrier_of_other_turns(fault));
  }
  std::string or_else;
  if (fault.space == Space::kGlobal) {
    or_else = ", or write into a second array" + or_wrong_index(fault);
  } else if (!is_one_value(fault)) {
    or_else = ", or compute into a variable, then __syncthreads(), then write it back";
  }
  return fmt::format(
      "If each thread adds to it or competes for it, use atomicAdd (atomicMax, ...); if one "
      "reads what another computed, put {}{}.{}",
      barrier_between(fault), or_else, is_one_value(fault) && is_changed ? kAdviceForLocks : "");
}

std::string advice_for_next_turn(const Fault& fault) {
  return fmt::format(
      "A barrier stands on the way from line {} to line {}, but none on the way back, in the next "
      "turn of a loop or the next call. Put __syncthreads() at the end of that loop or function, "
      "behind line {}, where every thread of the block reaches it.{}",
      std::min(fault.where.line, fault.other->where.line), lower_line(fault), lower_line(fault),
      barrier_of_other_turns(fault));
}

std::string advice_for_two_lines(const Fault& fault) {
  const char* const or_copy = fault.space == Space::kGlobal ? ", or write into a second array" : "";
  const char* const or_fence =
      is_cause(fault.cause, RaceCause::kBesideFlags)
          ? " If a flag, a counter or a lock is to say when the data is there, it takes a "
            "__threadfence() between the data and the flag on both sides: in the thread that "
            "writes before the flag is set or the lock given back, in the one that reads after the "
            "flag was seen or the lock taken."
          : "";
  const std::string put = fmt::format(
      "ut {}, or at the end of their loop if its next turn comes too early, where every thread of "
      "the block reaches it{}.{}",
      barrier_between(fault), or_copy, or_fence);
  return fault.other->has_warps_only
             ? "They are in two warps, and this kernel lets only the lanes of a warp wait for each "
               "other: an index leads out of the part that its warp has to itself. Else p" +
                   put
             : "P" + put;
}

std::string advice_in_a_block(const Fault& fault) {
  if (same_line(fault) || is_one_value(fault)) {
    return advice_for_one_place(fault);
  }
  if (fault.other->is_next_turn) {
    return advice_for_next_turn(fault);
  }
  if (fault.other->left_out.line != 0) {
    return fmt::format(
        "The barrier in line {} stands between the two, but a branch leads past it. Put it where "
        "every thread of the block reaches it, also those without an element.",
        fault.other->left_out.line);
  }
  return advice_for_two_lines(fault);
}

/// Both are steps of one cooperative kernel.
std::string advice_in_a_grid(const Fault& fault) {
  return fmt::format(
      "Put grid.sync() {}, where every thread of the grid reaches it (__syncthreads() will do if "
      "only threads of one block share it). In a loop it may be the next turn that comes too "
      "early: then the barrier belongs at the end of the loop.",
      between(fault));
}
const char* const kAdviceForUpdates =
    "Each reads the value, changes it and writes it back: what another did in between is lost. "
    "volatile says only that a value is read and written anew each time; it makes no one step of "
    "both. Use atomicAdd (atomicMax, ...), or a lock around them with __threadfence() after it is "
    "taken and before it is given back.";
const char* const kAdviceForFlags =
    "A flag that is to say when the data is there had its value when the launch began, from the "
    "launch before or from the host, so that nobody waits for it. Clear the flags before each "
    "launch (cudaMemset), or let each launch use another value.";

std::string advice_between_blocks(const Fault& fault) {
  if (same_line(fault) && is_one_value(fault)) {
    return std::string("Blocks run in any order: use atomicAdd (atomicMax, ...).") +
           kAdviceForLocks;
  }
  if (same_line(fault)) {
    return fmt::format(
        "Blocks run in any order. If they add to one value, use atomicAdd (atomicMax, ...); if one "
        "reads what another writes, write into a second array, or make two kernels of it{}.",
        or_wrong_index(fault));
  }
  return "Blocks run in any order: make two kernels of it, or write into a second array. If a flag "
         "or a counter says that the data is there, it takes a __threadfence() between the data "
         "and the flag on both sides: before it is set, and after it was seen.";
}

/// Where the cause says how to mend it; else empty.
std::string advice_for_cause(const Fault& fault) {
  const auto* const cause = std::get_if<RaceCause>(&fault.cause);
  if (cause == nullptr) {
    return {};
  }
  switch (*cause) {
    case RaceCause::kLostUpdate:
      return kAdviceForUpdates;
    case RaceCause::kFlagWasSet:
      return kAdviceForFlags;
    case RaceCause::kReadAndWrittenBack:
      return same_line(fault) ? "" : advice_for_changes(fault);
    case RaceCause::kInCooperativeLaunch:
      return same_line(fault) ? "" : advice_in_a_grid(fault);
    case RaceCause::kOnlyCompared:
    case RaceCause::kBesideFlags:
    case RaceCause::kVolatileData:
    case RaceCause::kStaleTexel:  // these four have sentences of their own
    case RaceCause::kStaleReadOnly:
    case RaceCause::kCopyInFlight:
    case RaceCause::kBlockScope:
      return {};
  }
  return {};
}

/// One of the two is an atomic.
std::string advice_for_mixture(const Fault& fault) {
  const bool in_a_block = fault.other->block == fault.block;
  const bool sets_value = fault.is_atomic ? fault.other->is_write : fault.is_write;
  if (sets_value && !in_a_block) {
    return "Blocks run in any order, and __syncthreads() is for one block: give it its value "
           "before the launch (cudaMemset, cudaMemcpy, another kernel), or make all of them "
           "atomic.";
  }
  if (in_a_block) {
    return fmt::format(
        "An atomic orders nothing with plain accesses: put __syncthreads() {}, where every thread "
        "of the block reaches it, so that {}{}.",
        between(fault),
        sets_value ? "the value is set before anybody adds to it"
                   : "all have added before anybody reads",
        !sets_value && is_one_value(fault)
            ? "; a thread that wants a number of its own takes the one that its atomicAdd returns"
            : "");
  }
  return "An atomic orders nothing with plain accesses: make all of them atomic (atomicAdd(&x, 0) "
         "reads), or use the value in the next kernel only.";
}

}  // namespace

bool is_one_value(const Fault& fault) {
  return fault.allocation && fault.allocation->bytes == fault.access_bytes;
}

std::string advice_for_writers(const Fault& fault) {
  const bool both_write = fault.is_write && fault.other->is_write && !fault.is_atomic;
  if (!both_write || !same_line(fault) || is_one_value(fault)) {
    return {};
  }
  if (fault.block != fault.other->block && stores_by_block(fault)) {
    return fmt::format(
        "Each block stores to these {} elements, as if it were the only one: to add up what the "
        "blocks have found use atomicAdd, or give each block elements of its own. ",
        fault.allocation->bytes / fault.access_bytes);
  }
  if (fault.block != fault.other->block && fault.thread == fault.other->thread) {
    return "Both are the same thread of their blocks: is blockIdx.x * blockDim.x missing in the "
           "index? ";
  }
  return is_store_alone(fault)
             ? ""
             : "If each was to have an element of its own, their indices are wrong. ";
}

std::string advice_for_race(const Fault& fault) {
  if (std::string advice = advice_for_cause(fault); !advice.empty()) {
    return advice;
  }
  if (fault.is_atomic != fault.other->is_atomic) {
    return advice_for_mixture(fault);
  }
  if (is_store_alone(fault)) {
    return advice_for_stores(fault);
  }
  return fault.other->block == fault.block ? advice_in_a_block(fault)
                                           : advice_between_blocks(fault);
}

}  // namespace warpschool::sim::explanations
