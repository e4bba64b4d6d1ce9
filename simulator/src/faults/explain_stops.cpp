// What stops a kernel, or a launch, by itself: limits, traps, assertions, what cannot be computed.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>

namespace warpschool::sim::explanations {

using namespace sentences;

/// " in thread 3 of block 0 (and 31 more of its warp)", or nothing.
static std::string in_thread(const Fault& fault) {
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

}  // namespace warpschool::sim::explanations
