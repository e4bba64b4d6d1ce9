// Checks, times and runs fills.
#include "runtime/base/observer.hpp"
#include "runtime/copies/copy_endpoints.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace warpschool::sim::runtime {
namespace {

/// Where the bytes to be set lie; nothing where the fill was refused. Memory of the device's heap
/// is filled, as an H200 does, though CUDA does not promise it (CUDA C++ Programming Guide, "Heap
/// Memory Allocation").
std::optional<Place> fill_place(Runtime& runtime, const Copy& shape) {
  const DeviceAddress address = address_of(shape.to.pointer);
  const Allocation* const allocation = runtime.memory().find(address, shape.span(shape.to));
  if (allocation == nullptr || allocation->origin() != kDeviceMalloc) {
    return device_place(runtime, shape, shape.to, "destination");
  }
  Fault note;
  note.kind = FaultKind::kInvalidCopy;
  note.where = current_call().where_in_program();
  note.thread_count = 0;
  note.detail = fmt::format(
      "{}: the destination was made by malloc or new in a kernel, and calls of the host are not "
      "meant for such memory: another device may refuse it, and cudaMemcpy always does. Let a "
      "kernel set it.",
      shape.api);
  runtime.recorder().note(std::move(note));
  return Place{allocation->backing + (address - allocation->begin), true, true};
}

/// The elements of one row; the first byte of a pattern lies at the row's begin.
void fill_row(std::byte* row, std::size_t bytes, const Pattern& pattern) {
  if (pattern.element_bytes == 1) {
    std::memset(row, static_cast<int>(pattern.value & 0xffU), bytes);
    return;
  }
  for (std::size_t at = 0; at < bytes; at += pattern.element_bytes) {
    std::memcpy(row + at, &pattern.value, std::min<std::size_t>(pattern.element_bytes, bytes - at));
  }
}

void fill_rows(Runtime& runtime, const Copy& shape, const Place& place, const Pattern& pattern) {
  for (std::size_t slice = 0; slice < shape.depth; ++slice) {
    for (std::size_t row = 0; row < shape.height; ++row) {
      const std::size_t offset = slice * shape.to.slice_pitch + row * shape.to.pitch;
      fill_row(place.bytes + offset, shape.width, pattern);
      runtime.memory().mark_written(address_of(shape.to.pointer) + offset, shape.width);
      runtime.device().pass_through_l2(address_of(shape.to.pointer) + offset, shape.width);
    }
  }
}

/// A kernel's overhead, then as long as writing the device's memory takes.
double fill_us(const DeviceProfile& profile, const Copy& shape) {
  return profile.launch_overhead_us +
         static_cast<double>(shape.bytes()) / (profile.dram_gb_per_s * 1e3);
}

}  // namespace

cudaError_t check_fill(Runtime& runtime, const Copy& shape) {
  if (shape.height > 1 && shape.width > shape.to.pitch) {
    return cudaErrorInvalidPitchValue;
  }
  return fill_place(runtime, shape) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t fill_now(Runtime& runtime, const Copy& shape, const Pattern& pattern) {
  const StreamId* id = runtime.stream_id(shape.stream);
  if (id == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  const StreamUse use = use_stream(runtime, *id);
  if (use.error != cudaSuccess) {
    return use.error;
  }
  if (shape.height > 1 && shape.width > shape.to.pitch) {
    return cudaErrorInvalidPitchValue;
  }
  if (shape.bytes() == 0 || (runtime.is_stopped() && use.capture == nullptr)) {
    return cudaSuccess;
  }
  const std::optional<Place> place = fill_place(runtime, shape);
  if (!place) {
    return cudaErrorInvalidValue;
  }
  if (use.capture != nullptr) {
    return capture_work(*use.capture, FillWork{shape, pattern});
  }
  const CopiedRows filled[] = {rows_of(shape, shape.to, true)};
  if (!runtime.may_copy(runtime.begin_work(*id, shape.api), filled)) {
    return cudaSuccess;
  }
  for (RuntimeObserver* observer : observers()) {
    observer->before_fill(runtime, shape);
  }
  runtime.guard().suspend({section_of(shape, shape.to, *place)});
  fill_rows(runtime, shape, *place, pattern);
  runtime.guard().resume();
  const Interval when =
      runtime.timeline().run(*id, Engine::kCompute, fill_us(runtime.profile(), shape));
  runtime.recorder().work({"set", "", *id, when, shape.bytes()});
  return cudaSuccess;
}

}  // namespace warpschool::sim::runtime
