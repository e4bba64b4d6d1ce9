// Faults in plain words: one sentence says what happened, where and to whom, the next how to mend
// it. Words are those of a student's first CUDA lecture; the caller prints the quoted source line.
#include "faults/explanations.hpp"
#include "warpschool/support/word_list.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace warpschool::sim {
namespace {

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

/// Whoever found it wrote the sentences.
std::string detail_of(const Fault& fault) {
  return fault.detail;
}

struct Kind {
  FaultKind kind;
  const char* name;
  std::string (*explain)(const Fault&);
};

/// In the order of the enumeration.
constexpr Kind kKinds[] = {
    {FaultKind::kOutOfBounds, "out_of_bounds", explanations::out_of_bounds},
    {FaultKind::kMisaligned, "misaligned", explanations::misaligned},
    {FaultKind::kUseAfterFree, "use_after_free", explanations::use_after_free},
    {FaultKind::kHostPointer, "host_pointer", explanations::host_pointer},
    {FaultKind::kUninitialisedRead, "uninitialised_read", explanations::uninitialised_read},
    {FaultKind::kRace, "race", explanations::race},
    {FaultKind::kSameValueWrite, "same_value_write", explanations::same_value_write},
    {FaultKind::kDivisionByZero, "division_by_zero", explanations::division_by_zero},
    {FaultKind::kCounterNotReset, "counter_not_reset", explanations::counter_not_reset},
    {FaultKind::kDivergentBarrier, "divergent_barrier", explanations::divergent_barrier},
    {FaultKind::kInvalidLaneMask, "invalid_lane_mask", explanations::invalid_lane_mask},
    {FaultKind::kDeadlock, "deadlock", explanations::deadlock},
    {FaultKind::kWorkLimit, "work_limit", explanations::work_limit},
    {FaultKind::kTrap, "trap", explanations::trap},
    {FaultKind::kAssert, "assert", explanations::failed_assertion},
    {FaultKind::kStackOverflow, "stack_overflow", explanations::stack_overflow},
    {FaultKind::kInvalidHandle, "invalid_handle", explanations::invalid_handle},
    {FaultKind::kInvalidInstruction, "invalid_instruction", explanations::invalid_instruction},
    {FaultKind::kInvalidLaunch, "invalid_launch", explanations::invalid_launch},
    {FaultKind::kHostAccess, "host_access", detail_of},
    {FaultKind::kInvalidCopy, "invalid_copy", detail_of},
    {FaultKind::kInvalidFree, "invalid_free", explanations::invalid_free},
    {FaultKind::kUnsynchronisedAccess, "unsynchronised_access", detail_of},
    {FaultKind::kLeak, "leak", detail_of},
};

constexpr bool has_each_kind() {
  const auto* const out_of_order =
      std::adjacent_find(std::begin(kKinds), std::end(kKinds),
                         [](const Kind& a, const Kind& b) { return a.kind >= b.kind; });
  return out_of_order == std::end(kKinds) && std::size(kKinds) == kFaultKinds;
}
static_assert(has_each_kind());

}  // namespace

const char* to_string(FaultKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < std::size(kKinds) ? kKinds[index].name : "";
}

std::string explain(const Fault& fault) {
  const auto index = static_cast<std::size_t>(fault.kind);
  const bool is_of_host = fault.thread_count == 0 && !(fault.other && fault.other->work);
  if (is_of_host || index >= std::size(kKinds)) {
    return detail_of(fault);
  }
  return kKinds[index].explain(fault) + about_arrays(fault);
}

}  // namespace warpschool::sim
