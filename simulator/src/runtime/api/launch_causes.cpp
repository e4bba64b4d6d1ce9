// Finds the causes of a launch's faults in what the runtime knows of memory and arguments.
#include "runtime/api/launch_causes.hpp"

#include "runtime/base/symbol_names.hpp"
#include "runtime/core/waiting_host.hpp"

#include <fmt/format.h>
#include <string>
#include <variant>

namespace warpschool::sim::runtime {
namespace {

/// malloc gave null in a kernel: told before the access that many programs make through it.
void note_full_heap(Runtime& runtime, const std::string& kernel, std::uint64_t refused) {
  if (refused != 0) {
    runtime.recorder().note_once(
        "full heap " + kernel,
        fmt::format("malloc (or new) in the kernel '{}' found no memory and gave null, {} times: "
                    "all that kernels have not freed may take {} bytes. Ask for more with "
                    "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) before the first launch, "
                    "and compare what malloc returns with null.",
                    readable_name(kernel), refused, runtime.options().heap_bytes));
  }
}

/// A struct's copy on the device has the host's pointers in it.
void tell_pointers_out_of_memory(const Memory& memory, LaunchOutcome& outcome,
                                 const Arguments& arguments) {
  for (Fault& fault : outcome.faults) {
    if (fault.kind == FaultKind::kHostPointer &&
        std::holds_alternative<std::monostate>(fault.cause) &&
        !is_near_an_argument(memory, fault.address, arguments)) {
      fault.cause = HostPointerCause{HostPointerCause::What::kReadFromMemory};
    }
  }
}

/// What the kernel was told of the number of elements, beside the size that the allocation's type
/// says.
void tell_counts(LaunchOutcome& outcome, const Arguments& arguments) {
  for (Fault& fault : outcome.faults) {
    const std::uint64_t element = fault.allocation ? fault.allocation->element_bytes : 0;
    if (fault.kind != FaultKind::kOutOfBounds || element < 2 || fault.where.line == 0 ||
        fault.allocation->distance <= 0 || !std::holds_alternative<std::monostate>(fault.cause)) {
      continue;
    }
    const std::uint64_t bytes = fault.allocation->bytes;
    const bool is_count = bytes % element == 0 && is_given(bytes / element, arguments);
    if (is_count) {
      fault.cause = BoundsCause::kCountGiven;
    } else if (is_given(bytes, arguments)) {
      fault.cause = BoundsCause::kSizeInElements;
    }
  }
}

/// Host and kernel that hand work to each other while it runs: who wrote that has to know at once
/// why the one is stopped, and why the other may wait for ever now.
void tell_who_waits_for_the_host(Runtime& runtime, const KernelInfo& kernel, LaunchOutcome& outcome,
                                 const Arguments& arguments) {
  for (Fault& fault : outcome.faults) {
    const auto* const cause = std::get_if<DeadlockCause>(&fault.cause);
    const bool is_open =
        std::holds_alternative<std::monostate>(fault.cause) ||
        (cause != nullptr && cause->what == DeadlockCause::What::kBlocksNotResident);
    if (fault.kind == FaultKind::kDeadlock && is_open && kernel.speaks_to_host &&
        !pinned_arguments(runtime, arguments).empty()) {
      fault.cause = DeadlockCause{DeadlockCause::What::kWatchesPinnedMemory};
      end_if_host_waits_in_vain();
    }
  }
}

}  // namespace

void tell_causes(Runtime& runtime, const KernelInfo& kernel, LaunchOutcome& outcome,
                 const Arguments& arguments) {
  note_full_heap(runtime, kernel.name, outcome.refused_mallocs);
  tell_pointers_out_of_memory(runtime.memory(), outcome, arguments);
  tell_counts(outcome, arguments);
  tell_who_waits_for_the_host(runtime, kernel, outcome, arguments);
}

}  // namespace warpschool::sim::runtime
