// Faults in plain words: one sentence says what happened, where and to whom, the next how to mend
// it. Words are those of a student's first CUDA lecture; the caller prints the quoted source line.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"
#include "warpschool/support/word_list.hpp"

#include <fmt/core.h>

namespace warpschool::sim {
namespace {

using namespace sentences;

/// " in thread 3 of block 0 (and 31 more of its warp)", or nothing.
std::string in_thread(const Fault& fault) {
  if (fault.thread_count == 0) {
    return {};
  }
  const std::string others = fault.thread_count > 1
                                 ? fmt::format(" (and {} more of its warp)", fault.thread_count - 1)
                                 : "";
  return " in " + thread_of_block(fault, fault.thread, fault.block) + others;
}

std::string work_limit(const Fault& fault) {
  return fmt::format(
      "The kernel{} was stopped: it did far more work than it should need{}. Does every loop end? "
      "Check its condition and its step. If it needs so much, WARPSCHOOL_WORK_LIMIT allows more.",
      fault.kernel.empty() ? "" : " '" + fault.kernel + "'",
      fault.where.line != 0
          ? ", and was last seen at " + line_of_file(fault.where) + in_thread(fault)
          : "");
}

std::string trap(const Fault& fault) {
  if (const auto* const cause = std::get_if<TrapCause>(&fault.cause)) {
    switch (*cause) {
      case TrapCause::kNotCooperative:
        return fmt::format(
            "{} came to a barrier of the whole grid{}, but the kernel was launched with <<<>>>, "
            "which does not promise that all blocks run at the same time: a GPU stops here, or "
            "hangs. Launch it with cudaLaunchCooperativeKernel.",
            who(fault), at(fault));
    }
  }
  return fmt::format("{} stopped the kernel with a trap{}. Find out which condition led there.",
                     who(fault), at(fault));
}

std::string division_by_zero(const Fault& fault) {
  return fmt::format(
      "{} divided by zero{} (or took the remainder): of integers there is no such result. A GPU "
      "goes on with all bits set, where a processor stops the program. Check the divisor before, "
      "or leave those threads out of it.",
      who(fault), at(fault));
}

std::string failed_assertion(const Fault& fault) {
  return fmt::format(
      "{} found that an assertion does not hold{}: {}. Print the values in it, or work back from "
      "them.",
      who(fault), at(fault), fault.detail);
}

std::string stack_overflow(const Fault& fault) {
  return fmt::format(
      "{} ran out of stack{}. Does the recursion end? Use a loop, or smaller local arrays.",
      who(fault), at(fault));
}

std::string invalid_instruction(const Fault& fault) {
  return fmt::format(
      "The simulator does not know the instruction '{}'{}. This is no mistake of yours: tell your "
      "instructor, and try to write it another way.",
      fault.detail, at(fault));
}

std::string invalid_launch(const Fault& fault) {
  return fmt::format(
      "The kernel{} could not be launched: {}. Check the numbers between <<< and >>>.",
      fault.kernel.empty() ? "" : " '" + fault.kernel + "'", fault.detail);
}

/// A beginner takes two extern arrays for two.
std::string about_arrays(const Fault& fault) {
  if (!fault.allocation || fault.allocation->arrays.size() < 2) {
    return {};
  }
  return fmt::format(
      " The kernel's arrays {} are all extern __shared__: they begin at one address and are the "
      "same memory. If each was to have its own, declare one and let the next begin behind its "
      "elements.",
      support::quoted_list(fault.allocation->arrays));
}

std::string explain_kind(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::kOutOfBounds:
      return explanations::out_of_bounds(fault);
    case FaultKind::kMisaligned:
      return explanations::misaligned(fault);
    case FaultKind::kUseAfterFree:
      return explanations::use_after_free(fault);
    case FaultKind::kHostPointer:
      return explanations::host_pointer(fault);
    case FaultKind::kUninitialisedRead:
      return explanations::uninitialised_read(fault);
    case FaultKind::kRace:
      return explanations::race(fault);
    case FaultKind::kCounterNotReset:
      return explanations::counter_not_reset(fault);
    case FaultKind::kSameValueWrite:
      return explanations::same_value_write(fault);
    case FaultKind::kDivisionByZero:
      return division_by_zero(fault);
    case FaultKind::kDivergentBarrier:
      return explanations::divergent_barrier(fault);
    case FaultKind::kInvalidLaneMask:
      return explanations::invalid_lane_mask(fault);
    case FaultKind::kDeadlock:
      return explanations::deadlock(fault);
    case FaultKind::kWorkLimit:
      return work_limit(fault);
    case FaultKind::kTrap:
      return trap(fault);
    case FaultKind::kAssert:
      return failed_assertion(fault);
    case FaultKind::kStackOverflow:
      return stack_overflow(fault);
    case FaultKind::kInvalidHandle:
      return explanations::invalid_handle(fault);
    case FaultKind::kInvalidInstruction:
      return invalid_instruction(fault);
    case FaultKind::kInvalidLaunch:
      return invalid_launch(fault);
    case FaultKind::kHostAccess:
    case FaultKind::kInvalidCopy:
    case FaultKind::kInvalidFree:
      return std::holds_alternative<FreeCause>(fault.cause) ? explanations::free_in_a_kernel(fault)
                                                            : fault.detail;
    case FaultKind::kUnsynchronisedAccess:
    case FaultKind::kLeak:
      return fault.detail;
  }
  return {};
}

}  // namespace

std::string explain(const Fault& fault) {
  if (fault.thread_count == 0 && !(fault.other && fault.other->work)) {
    return fault.detail;  // a mistake of host code: whoever found it wrote the sentences
  }
  return explain_kind(fault) + about_arrays(fault);
}

}  // namespace warpschool::sim
