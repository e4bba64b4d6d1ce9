// Runs a launch that was accepted: before it what host and kernel share, behind it what is told of
// it.
#include "runtime/api/launch_arguments.hpp"
#include "runtime/api/launch_causes.hpp"
#include "runtime/base/find_kernel.hpp"
#include "runtime/base/launches.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/host_pages.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

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
  time.total_us *= runtime.timeline().next_slowdown();
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

/// What must be known of host memory and of the report before the device runs.
void make_ready(Runtime& runtime, const Found& kernel, const PreparedLaunch& launch) {
  note_freed_registrations(runtime);
  for (RuntimeObserver* observer : observers()) {
    observer->before_launch(runtime, *kernel.info, launch.config);
  }
  mark_what_the_host_touched(runtime.memory());
  runtime.guard().before_launch(runtime.memory(), runtime.modules().managed_sections(),
                                pinned_blocks_of(runtime, kernel, launch.arguments));
  choose_trace(runtime, kernel.entry->name);
}

/// Takes the lines and the trace out of `outcome`.
LaunchRecord record_of(Runtime& runtime, const PreparedLaunch& launch, const Found& kernel,
                       LaunchOutcome& outcome) {
  LaunchRecord record;
  record.kernel = readable_name(kernel.entry->name);
  record.config = launch.config;
  record.counters = outcome.counters;
  record.time = outcome.time;
  record.function = launch.function;
  add_fit(runtime.profile(), *kernel.info, record);
  record.lines = std::move(outcome.lines);
  record.trace = std::move(outcome.trace);
  return record;
}

}  // namespace

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
  make_ready(runtime, kernel, launch);
  const WorkOrder order = runtime.begin_work(stream, current_call().api);
  LaunchOutcome outcome = runtime.device().launch(*kernel.entry->file->module, kernel.entry->name,
                                                  launch.config, launch.arguments, &order);
  tell_causes(runtime, *kernel.info, outcome, launch.arguments);
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
  LaunchRecord record = record_of(runtime, launch, kernel, outcome);
  runtime.recorder().work({"kernel", record.kernel, stream, when, 0});
  runtime.recorder().launch(std::move(record));
  return cudaSuccess;
}

}  // namespace warpschool::sim::runtime
