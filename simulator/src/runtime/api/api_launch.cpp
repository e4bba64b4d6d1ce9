// Launches.
#include "runtime/base/addresses.hpp"
#include "runtime/base/find_kernel.hpp"
#include "runtime/base/launch_rules.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/waiting_host.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/graphs/graph_work.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/host_pages.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

Dim3 extent(const dim3& dim) {
  return {dim.x, dim.y, dim.z};
}

/// More than a number of 32 bits holds is more than any device has.
std::uint32_t at_most_all(std::size_t bytes) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
}

/// Copies the arguments to where the kernel's parameters lie. How many entries the array has nobody
/// can know: what lies behind its end is taken for an argument, too.
/// @return what is wrong; empty if nothing is.
std::string pack(const KernelInfo& kernel, void** arguments, std::vector<std::byte>& buffer) {
  const std::size_t count = kernel.parameters.size();
  std::vector<void*> entries(count);
  if (count != 0 &&
      (arguments == nullptr || !read_program(entries.data(), arguments, count * sizeof(void*)))) {
    return fmt::format("it has {} parameter{}, but the array of arguments {}", count,
                       count == 1 ? "" : "s", arguments == nullptr ? "is null" : "cannot be read");
  }
  buffer.resize(kernel.parameter_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const KernelParameter& parameter = kernel.parameters[i];
    if (entries[i] == nullptr ||
        !read_program(buffer.data() + parameter.offset, entries[i], parameter.bytes)) {
      return fmt::format(
          "entry {} of the array of arguments is {}; each of the {} entries is the address of an "
          "argument in host memory, this one of {} bytes",
          i, entries[i] == nullptr ? "null" : "no address that can be read", count,
          parameter.bytes);
    }
  }
  return {};
}

cudaError_t refuse(Runtime& runtime, const KernelEntry& kernel, cudaError_t error,
                   const std::string& why) {
  runtime.recorder().reason(
      fmt::format("the kernel '{}' did not run, because {}", readable_name(kernel.name), why));
  return error;
}

cudaError_t launch_in(Runtime& runtime, StreamId stream, const void* function,
                      const LaunchConfig& config, void** arguments) {
  const StreamUse use = use_stream(runtime, stream);
  if (use.error != cudaSuccess) {
    return use.error;
  }
  PreparedLaunch prepared;
  const cudaError_t error = prepare_launch(runtime, function, config, arguments, prepared);
  if (use.capture == nullptr) {
    return error == cudaSuccess ? run_launch(runtime, prepared, stream) : error;
  }
  if (error != cudaSuccess) {
    use.capture->capture->invalid = true;
    return error;
  }
  return capture_work(*use.capture, kernel_work(runtime, std::move(prepared)));
}

cudaError_t launch(const void* function, const LaunchConfig& config, void** arguments,
                   cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      runtime.recorder().reason(
          "the stream was never created, or is destroyed: the kernel did not run");
      return cudaErrorInvalidResourceHandle;
    }
    return launch_in(runtime, *id, function, config, arguments);
  });
}

using Blocks = std::vector<HostGuard::Section>;

void add_if_pinned(Runtime& runtime, DeviceAddress address, Blocks& blocks) {
  const Allocation* held = runtime.memory().find(address);
  if (held != nullptr && held->kind == AllocationKind::kPinnedHost &&
      runtime.host_blocks().owns(pointer_to(held->begin))) {
    blocks.emplace_back(pointer_to(held->begin), pointer_to(held->begin + held->bytes));
  }
}

/// Pinned blocks that a kernel may write: it finds pointers in memory, and they may lead to any.
Blocks all_pinned(Runtime& runtime) {
  Blocks blocks;
  for (const void* block : runtime.host_blocks().on_pages()) {
    add_if_pinned(runtime, address_of(block), blocks);
  }
  return blocks;
}

/// Calls `visit(address)` for each 8 bytes of the arguments: any may be a pointer.
template <class Visit>
void for_each_pointer(const std::vector<std::byte>& arguments, Visit visit) {
  for (std::size_t at = 0; at + sizeof(DeviceAddress) <= arguments.size();
       at += sizeof(DeviceAddress)) {
    DeviceAddress address = 0;
    std::memcpy(&address, arguments.data() + at, sizeof(address));
    visit(address);
  }
}

/// Pinned blocks of the runtime that arguments point into. A kernel that makes nothing for the host
/// to see while it runs leaves it to wait.
Blocks pinned_arguments(Runtime& runtime, const std::vector<std::byte>& arguments) {
  Blocks blocks;
  for_each_pointer(arguments,
                   [&](DeviceAddress address) { add_if_pinned(runtime, address, blocks); });
  return blocks;
}

Blocks pinned_blocks_of(Runtime& runtime, const Found& kernel,
                        const std::vector<std::byte>& arguments) {
  if (kernel.info->speaks_to_host) {
    return {};
  }
  return Device::stores_through_memory(*kernel.entry->file->module, kernel.entry->name)
             ? all_pinned(runtime)
             : pinned_arguments(runtime, arguments);
}

}  // namespace

cudaError_t prepare_launch(Runtime& runtime, const void* function, const LaunchConfig& config,
                           void** arguments, PreparedLaunch& launch) {
  const Found kernel = find_kernel(runtime, function);
  if (kernel.error != cudaSuccess) {
    return kernel.error;
  }
  const LaunchVerdict verdict =
      check_launch(runtime.profile(), *kernel.info, config, kernel.entry->dynamic_shared_limit);
  if (verdict.error != cudaSuccess) {
    return refuse(runtime, *kernel.entry, verdict.error, verdict.why);
  }
  launch = {function, config, {}};
  if (const std::string why = pack(*kernel.info, arguments, launch.arguments); !why.empty()) {
    return refuse(runtime, *kernel.entry, cudaErrorInvalidValue, why);
  }
  return cudaSuccess;
}

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

/// Is it, or a place close to what it points to, an argument of the kernel, or within one? Those
/// that point to memory of the runtime's are none of the host's own.
bool is_near_an_argument(const Memory& memory, DeviceAddress address,
                         const std::vector<std::byte>& arguments) {
  constexpr std::uint64_t kClose = std::uint64_t{1} << 30;
  for (std::size_t at = 0; at + sizeof(DeviceAddress) <= arguments.size();
       at += sizeof(DeviceAddress)) {
    DeviceAddress argument = 0;
    std::memcpy(&argument, arguments.data() + at, sizeof(argument));
    if (address - argument + kClose < 2 * kClose && memory.find(argument) == nullptr) {
      return true;
    }
  }
  return false;
}

/// A struct's copy on the device has the host's pointers in it.
void tell_pointers_out_of_memory(const Memory& memory, LaunchOutcome& outcome,
                                 const std::vector<std::byte>& arguments) {
  for (Fault& fault : outcome.faults) {
    if (fault.kind == FaultKind::kHostPointer &&
        std::holds_alternative<std::monostate>(fault.cause) &&
        !is_near_an_argument(memory, fault.address, arguments)) {
      fault.cause = HostPointerCause{HostPointerCause::What::kReadFromMemory};
    }
  }
}

/// Is the number an argument of the kernel, or within one, of 32 or 64 bits?
bool is_given(std::uint64_t number, const std::vector<std::byte>& arguments) {
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= arguments.size();
       at += sizeof(std::uint32_t)) {
    std::uint32_t given = 0;
    std::memcpy(&given, arguments.data() + at, sizeof(given));
    if (given == number) {
      return true;
    }
  }
  return false;
}

/// What the kernel was told of the number of elements, beside the size that the allocation's type
/// says.
void tell_counts(LaunchOutcome& outcome, const std::vector<std::byte>& arguments) {
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
                                 const std::vector<std::byte>& arguments) {
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

/// Host and kernel may work side by side on managed memory as they may on pinned memory.
bool points_to_host_memory(Runtime& runtime, const std::vector<std::byte>& arguments) {
  bool is_managed = false;
  for_each_pointer(arguments, [&](DeviceAddress address) {
    const Allocation* const held = runtime.memory().find(address);
    is_managed = is_managed || (held != nullptr && held->kind == AllocationKind::kManaged);
  });
  return is_managed || !pinned_arguments(runtime, arguments).empty();
}

/// What a launch saves that waits behind another kernel: it is on the device already, and finds a
/// part of what it needs in caches and page tables. @param saved_us what a graph saves.
double saved_in_queue_us(const DeviceProfile& profile, const ModelledTime& time, double saved_us) {
  const double cold_us = time.start_us - profile.launch_overhead_us;
  return cold_us / 2 + std::max(saved_us, profile.launch_overhead_us - profile.queued_launch_us);
}

/// The launch on the modelled clock. @param saved_us of the overhead, as a graph saves some.
Interval lay_on_clock(Runtime& runtime, StreamId stream, ModelledTime& time, std::uint64_t blocks,
                      double saved_us) {
  const DeviceProfile& profile = runtime.profile();
  if (runtime.timeline().queues_behind_kernel(stream)) {
    saved_us = saved_in_queue_us(profile, time, saved_us);
  }
  const double share = share_of_device(profile, time, blocks);
  const Load load = {share, std::max(0.0, profile.launch_overhead_us - saved_us)};
  time.total_us -= saved_us;
  time.start_us -= saved_us;
  return runtime.timeline().run_beside(stream, time.total_us, load);
}

/// How many of its blocks an SM holds, and why.
void add_fit(const DeviceProfile& profile, const KernelInfo& kernel, LaunchRecord& record) {
  const auto threads = static_cast<unsigned>(record.config.block.count());
  record.sm_count = profile.sm_count;
  record.registers_per_thread = fitting_registers(profile, threads, kernel.registers_per_thread);
  record.shared_bytes_per_block =
      std::uint64_t{kernel.static_shared_bytes} + record.config.dynamic_shared_bytes;
  record.fit =
      occupancy(profile, threads, record.registers_per_thread, record.shared_bytes_per_block);
}

/// One thread is traced, in the first launch of the kernel that has it.
void choose_trace(Runtime& runtime, const std::string& kernel) {
  RecordingOptions& recording = runtime.options().recording;
  const std::string& wanted = recording.traced.kernel;
  const std::string name = recording.is_tracing ? readable_name(kernel) : std::string();
  const bool is_meant =
      wanted.empty() || name == wanted || name.substr(0, name.find_first_of("<(")) == wanted;
  recording.trace = recording.is_tracing && is_meant && !runtime.recorder().has_trace();
}

cudaError_t run_launch(Runtime& runtime, const PreparedLaunch& launch, StreamId stream,
                       double saved_us) {
  if (runtime.is_stopped()) {
    return cudaSuccess;  // a real device would not run it either; the host learns why when it
                         // synchronises
  }
  const Found kernel = find_kernel(runtime, launch.function);
  if (kernel.error != cudaSuccess) {
    return kernel.error;
  }
  note_freed_registrations(runtime);
  for (RuntimeObserver* observer : observers()) {
    observer->before_launch(runtime, *kernel.info, launch.config);
  }
  mark_what_the_host_touched(runtime.memory());
  runtime.guard().before_launch(runtime.memory(), runtime.modules().managed_sections(),
                                pinned_blocks_of(runtime, kernel, launch.arguments));
  choose_trace(runtime, kernel.entry->name);
  const WorkOrder order = runtime.begin_work(stream, current_call().api);
  LaunchOutcome outcome = runtime.device().launch(*kernel.entry->file->module, kernel.entry->name,
                                                  launch.config, launch.arguments, &order);
  note_full_heap(runtime, kernel.info->name, outcome.refused_mallocs);
  tell_pointers_out_of_memory(runtime.memory(), outcome, launch.arguments);
  tell_counts(outcome, launch.arguments);
  tell_who_waits_for_the_host(runtime, *kernel.info, outcome, launch.arguments);
  runtime.finish_launch(outcome, *kernel.entry->file);
  for (RuntimeObserver* observer : observers()) {
    observer->after_launch(runtime, *kernel.entry, launch);
  }
  const Interval when =
      lay_on_clock(runtime, stream, outcome.time, launch.config.grid.count(), saved_us);
  runtime.guard().after_launch(WorkMark(order), current_call());
  if (kernel.info->speaks_to_host && points_to_host_memory(runtime, launch.arguments)) {
    runtime.order().host_waits_for_stream(stream);  // for all we know the host watches what it says
    runtime.guard().release(runtime.order());
  }
  const std::string name = readable_name(kernel.entry->name);
  runtime.recorder().work({"kernel", name, stream, when, 0});
  LaunchRecord record;
  record.kernel = name;
  record.config = launch.config;
  record.counters = outcome.counters;
  record.time = outcome.time;
  record.function = launch.function;
  add_fit(runtime.profile(), *kernel.info, record);
  record.lines = std::move(outcome.lines);
  record.trace = std::move(outcome.trace);
  runtime.recorder().launch(std::move(record));
  return cudaSuccess;
}

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  return launch(function, {extent(grid), extent(block), at_most_all(shared_bytes), false},
                arguments, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  return launch(function, {extent(grid), extent(block), at_most_all(shared_bytes), true}, arguments,
                stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  const ApiCall here(launch_site({__func__, __builtin_return_address(0)}));
  if (config == nullptr || (config->numAttrs > 0 && config->attrs == nullptr)) {
    return call([](Runtime&) { return cudaErrorInvalidValue; });
  }
  bool cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    cudaLaunchAttribute attribute;
    if (!read_program(&attribute, config->attrs + i, sizeof(attribute))) {
      return call([](Runtime&) { return cudaErrorInvalidValue; });
    }
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        (attribute.val.clusterDim.x > 1 || attribute.val.clusterDim.y > 1 ||
         attribute.val.clusterDim.z > 1)) {
      return call([](Runtime& runtime) {
        runtime.recorder().reason("thread block clusters are not simulated");
        return cudaErrorNotSupported;
      });
    }
    cooperative = cooperative || (attribute.id == cudaLaunchAttributeCooperative &&
                                  attribute.val.cooperative != 0);
  }
  return launch(function,
                {extent(config->gridDim), extent(config->blockDim),
                 at_most_all(config->dynamicSmemBytes), cooperative},
                arguments, config->stream);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
