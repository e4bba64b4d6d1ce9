// Two threads that use one place in an order that nothing decides.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"
#include "faults/race_advice.hpp"

#include <fmt/core.h>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

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

const char* const kVolatileWaitsNot =
    "volatile says only that a value is read and written anew each time; it lets no thread wait "
    "for another. ";

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
