// Two threads that use one place in an order that nothing decides.
#include "faults/explanations.hpp"
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

bool is_one_value(const Fault& fault) {
  return fault.allocation && fault.allocation->bytes == fault.access_bytes;
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

/// Threads that were to have an element each, and compute the same index.
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
             ? "; if each was to use elements of its own, their indices are wrong, or a guard is "
               "missing"
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

std::string advice_in_a_block(const Fault& fault) {
  const bool is_global = fault.space == Space::kGlobal;
  std::string barrier =
      "__syncthreads() " + (same_line(fault) ? "between the steps" : between(fault));
  if ((!is_global || is_cause(fault.cause, RaceCause::kVolatileData)) && same_warp(fault)) {
    barrier += " (__syncwarp() if only threads of one warp share it)";
  }
  const std::string or_copy = is_global ? ", or write into a second array" : "";
  if (same_line(fault) || is_one_value(fault)) {
    const char* const in_place =
        is_one_value(fault)
            ? ""
            : ", or compute into a variable, then __syncthreads(), then write it back";
    const char* const or_lock =
        is_one_value(fault) && is_cause(fault.cause, RaceCause::kReadAndWrittenBack)
            ? kAdviceForLocks
            : "";
    return fmt::format(
        "If each thread adds to it or competes for it, use atomicAdd (atomicMax, ...); if one "
        "reads what another computed, put {}{}.{}",
        barrier, is_global ? or_copy + or_wrong_index(fault) : in_place, or_lock);
  }
  if (fault.other->is_next_turn) {
    return fmt::format(
        "A barrier stands on the way from line {} to line {}, but none on the way back, in the "
        "next turn of a loop or the next call. Put __syncthreads() at the end of that loop or "
        "function, behind line {}, where every thread of the block reaches it.",
        std::min(fault.where.line, fault.other->where.line), lower_line(fault), lower_line(fault));
  }
  if (fault.other->left_out.line != 0) {
    return fmt::format(
        "The barrier in line {} stands between the two, but a branch leads past it. Put it where "
        "every thread of the block reaches it, also those without an element.",
        fault.other->left_out.line);
  }
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
      barrier, or_copy, or_fence);
  return fault.other->has_warps_only
             ? "They are in two warps, and this kernel lets only the lanes of a warp wait for each "
               "other: an index leads out of the part that its warp has to itself. Else p" +
                   put
             : "P" + put;
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
const char* const kVolatileWaitsNot =
    "volatile says only that a value is read and written anew each time; it lets no thread wait "
    "for another. ";
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

/// "Thread 3 of block 0 wrote element 5 of ..., at line 9, and thread 4 read it at line 12"
std::string two_accesses(const Fault& fault) {
  const RaceParty& other = *fault.other;
  return fmt::format("{} {} {},{}, and {} {} it{}", who(fault),
                     verb(fault.is_write, fault.is_atomic), place(fault), at(fault),
                     other_thread(fault), verb(other.is_write, other.is_atomic),
                     at_line(other.where));
}

/// Of a write that a load through another cache misses.
std::string earlier_writer(const Fault& fault) {
  const RaceParty& other = *fault.other;
  const bool is_own = other.thread == fault.thread && other.block == fault.block;
  return is_own ? "it" : thread_of_block(fault, other.thread, other.block);
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

std::string unordered_accesses(const Fault& fault) {
  if (!fault.other) {
    return fmt::format(
        "{} {} {},{}, while another thread used it, and nothing says which comes first. {}",
        who(fault), verb(fault.is_write, fault.is_atomic), place(fault), at(fault),
        fault.space == Space::kShared ? "Put __syncthreads() between the two."
                                      : "Use an atomic if both add to it; else make two kernels of "
                                        "it, or write into a second "
                                        "array.");
  }
  if (fault.other->work) {
    return race_of_work(fault);
  }
  return fmt::format("{}: nothing says which comes first. {}{}{}", two_accesses(fault),
                     is_cause(fault.cause, RaceCause::kVolatileData) ? kVolatileWaitsNot : "",
                     advice_for_writers(fault), advice_for_race(fault));
}

std::string stale_texel(const Fault& fault) {
  return fmt::format(
      "{} fetched {} through a texture,{}, after {} wrote it{} in the same launch. Textures have a "
      "cache that does not see what the running kernel writes, whatever barrier is in between: the "
      "old value may come. Read it through a pointer (an array through a surface), or fetch it in "
      "the next kernel.",
      who(fault), place(fault), at(fault), earlier_writer(fault), at_line(fault.other->where));
}

std::string stale_read_only(const Fault& fault) {
  return fmt::format(
      "{} read {} as read-only data,{}, after {} wrote it{} in the same launch. What is read with "
      "__ldg, or through a pointer that is declared const and __restrict__, comes through a cache "
      "that does not see what the running kernel writes, whatever barrier is in between: the old "
      "value may come. Read it without __ldg, take __restrict__ away, or read it in the next "
      "kernel.",
      who(fault), place(fault), at(fault), earlier_writer(fault), at_line(fault.other->where));
}

std::string copy_in_flight(const Fault& fault) {
  const RaceParty& other = *fault.other;
  return fmt::format(
      "{} {} {},{}, while the asynchronous copy that {} started{} may still be on its way there: "
      "that thread has not waited for it. After __pipeline_commit(), __pipeline_wait_prior(0) "
      "(cp.async.wait_group 0, cooperative_groups::wait) waits for all copies of the thread that "
      "calls it, __pipeline_wait_prior(n) for all but the n groups committed last; then put "
      "__syncthreads() before other threads use what it copied.",
      who(fault), verb(fault.is_write, fault.is_atomic), place(fault), at(fault),
      other.thread == fault.thread ? "it" : other_thread(fault), at_line(other.where));
}

std::string atomics_of_blocks(const Fault& fault) {
  return fmt::format(
      "{}. Atomics with the scope of a block (atomicAdd_block, "
      "cuda::thread_scope_block) are one step for the threads of that block only: another block's "
      "may come in between, and what it does is lost. Use atomicAdd (atomicMax, ...; "
      "cuda::thread_scope_device), or give each block a value of its own.",
      two_accesses(fault));
}

const char* const kAdviceForComparisons =
    " The value read is only compared here. If all threads that write it write the same, as in a "
    "breadth-first search by "
    "levels, declare the array volatile, or check and write with one atomicCAS(&x, old, new).";

}  // namespace

/// Races have sentences by what is special about them.
std::string race(const Fault& fault) {
  const auto* const cause = std::get_if<RaceCause>(&fault.cause);
  if (cause == nullptr) {
    return unordered_accesses(fault);
  }
  switch (*cause) {
    case RaceCause::kCopyInFlight:
      return copy_in_flight(fault);
    case RaceCause::kStaleReadOnly:
      return stale_read_only(fault);
    case RaceCause::kStaleTexel:
      return stale_texel(fault);
    case RaceCause::kBlockScope:
      return atomics_of_blocks(fault);
    case RaceCause::kOnlyCompared:
      return unordered_accesses(fault) + kAdviceForComparisons;
    case RaceCause::kReadAndWrittenBack:
    case RaceCause::kInCooperativeLaunch:
    case RaceCause::kBesideFlags:
    case RaceCause::kLostUpdate:
    case RaceCause::kVolatileData:
    case RaceCause::kFlagWasSet:
      return unordered_accesses(fault);
  }
  return {};
}

std::string same_value_write(const Fault& fault) {
  if (fault.other && fault.other->work) {
    return same_value_of_work(fault);
  }
  const std::string other = fault.other ? other_thread(fault) : "another thread";
  if (fault.other && !fault.other->is_write) {
    return fmt::format(
        "{} to a place that {} reads{}, and nothing says which comes first. It was the value that "
        "was there already, so the result is right; with another value it would depend on chance.",
        did(fault), other,
        fault.other->where.line != 0 ? " at " + line_of_file(fault.other->where) : "");
  }
  return fmt::format(
      "{} to the same place as {}, and both write the same value, so it does not matter who comes "
      "last: one writer would do.{}",
      did(fault), other,
      is_one_value(fault) ? ""
                          : " If each was to have an element of its own, their indices are wrong.");
}

}  // namespace warpschool::sim::explanations
