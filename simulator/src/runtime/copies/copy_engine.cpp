// Checks, times and runs copies.
#include "runtime/copies/copy_engine.hpp"

#include "runtime/base/observer.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/base/variable_declarations.hpp"
#include "runtime/copies/copy_endpoints.hpp"
#include "runtime/copies/row_transfer.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace warpschool::sim::runtime {
namespace {

/// Host copies through one core's caches, for the clock only.
constexpr double kHostGbPerS = 10;

/// cudaDeviceProp::memPitch.
constexpr std::size_t kMostPitch = 0x7fffffff;

void refuse_host_memory(Runtime& runtime, const Copy& copy, const Place& to, const Place& from) {
  const char* side = from.on_device ? "destination"
                     : to.on_device ? "source"
                                    : "source or the destination";
  refuse(
      runtime, copy, side,
      fmt::format("is host memory that does not have {} bytes: a part of it cannot be {}. Is the "
                  "pointer right, and the array as large as the copy?",
                  copy.bytes(), from.on_device ? "written" : "read"));
}

/// With one range of addresses for both sides a device looks at the pointers where the call says
/// cudaMemcpyDefault, and for cudaMemcpyHostToHost too.
cudaMemcpyKind resolve_kind(Runtime& runtime, const Copy& copy) {
  const bool by_pointers = copy.kind == cudaMemcpyDefault || copy.kind == cudaMemcpyHostToHost;
  return by_pointers ? kind_of_pointers(runtime, copy) : copy.kind;
}

/// What its bytes take at this rate, or its rows, with gaps between them or without.
double moving_us(const Copy& copy, double bytes_per_us, double row_ns) {
  const std::size_t rows = copy.height > 1 ? copy.height * copy.depth : 0;
  return std::max(static_cast<double>(copy.bytes()) / bytes_per_us,
                  static_cast<double>(rows) * row_ns * 1e-3);
}

/// Lays the copy on the clock; the host waits where a device makes it wait.
void time_copy(Runtime& runtime, const Copy& copy, StreamId stream, cudaMemcpyKind kind,
               bool pinned) {
  const DeviceProfile& profile = runtime.profile();
  Engine engine = Engine::kHost;
  const char* what = "host_to_host";
  double us = moving_us(copy, kHostGbPerS * 1e3, 0);
  if (kind == cudaMemcpyDeviceToDevice) {
    engine = Engine::kCompute;
    what = "device_to_device";
    us = profile.device_copy_us +
         moving_us(copy, profile.dram_gb_per_s * 1e3 / 2, profile.device_row_ns);
  } else if (kind != cudaMemcpyHostToHost) {
    engine = kind == cudaMemcpyHostToDevice ? Engine::kToDevice : Engine::kToHost;
    what = kind == cudaMemcpyHostToDevice ? "host_to_device" : "device_to_host";
    const double begin_us = kind == cudaMemcpyDeviceToHost ? profile.copy_to_host_us
                            : pinned                       ? profile.copy_pinned_us
                                                           : profile.copy_pageable_us;
    us = begin_us +
         (pinned ? moving_us(copy, profile.pcie_gb_per_s * 1e3, profile.pinned_row_ns)
                 : moving_us(copy, profile.pageable_gb_per_s * 1e3, profile.pageable_row_ns));
  }
  const Interval when = runtime.timeline().run(stream, engine, us);
  runtime.recorder().work({what, "", stream, when, copy.bytes()});
  const bool host_goes_on =
      copy.of_graph || (copy.async && pinned) || kind == cudaMemcpyDeviceToDevice;
  if (!host_goes_on) {
    runtime.timeline().host_waits_for(when.end_us);
    runtime.order().host_waits_for_stream(stream);
  }
  runtime.guard().release(runtime.order());
}

/// Pinned memory that an asynchronous copy uses is not the host's until somebody has waited.
void guard_host_side(Runtime& runtime, const Copy& copy, cudaMemcpyKind kind,
                     const WorkMark& work) {
  const bool to_host = kind == cudaMemcpyDeviceToHost;
  if (runtime.order().host_knows(work) || (!to_host && kind != cudaMemcpyHostToDevice)) {
    return;
  }
  const Side& side = to_host ? copy.to : copy.from;
  const Allocation* held = runtime.memory().find(address_of(side.pointer));
  if (held == nullptr) {
    return;
  }
  const bool has_gaps = copy.height > 1 && side.pitch != copy.width;
  if (!runtime.host_blocks().owns(pointer_to(held->begin))) {
    if (held->kind == AllocationKind::kPinnedHost && !has_gaps) {
      runtime.guard().close_within(side.pointer, copy.span(side), !to_host, work, current_call());
    }
    return;
  }
  // Pages that the copy uses wholly; behind the end of the allocation nobody has anything.
  const std::uint64_t begin = address_of(side.pointer) - held->begin;
  const std::uint64_t end = begin + copy.span(side);
  const bool is_whole = begin == 0 && end == held->bytes;
  if (is_whole || !has_gaps) {
    runtime.guard().close(pointer_to(held->begin), begin, end, held->bytes, !to_host, work,
                          current_call());
  }
}

/// What the check of uninitialised reads and L2 learn from a copy.
void note_written(Runtime& runtime, const Copy& copy, const Place& to, const Place& from) {
  Memory& memory = runtime.memory();
  for (std::size_t slice = 0; to.on_device && slice < copy.depth; ++slice) {
    for (std::size_t row = 0; row < copy.height; ++row) {
      const DeviceAddress target =
          address_of(copy.to.pointer) + slice * copy.to.slice_pitch + row * copy.to.pitch;
      const DeviceAddress origin =
          address_of(copy.from.pointer) + slice * copy.from.slice_pitch + row * copy.from.pitch;
      if (from.on_device) {
        // What comes from the host goes past L2: an H200 read it no faster behind the copy.
        runtime.device().pass_through_l2(target, copy.width);
        memory.copy_written(target, origin, copy.width);
      } else {
        memory.mark_written(target, copy.width);
      }
    }
  }
}

}  // namespace

std::string the_allocation(const Allocation& allocation) {
  if (allocation.name().empty()) {
    const std::string what = fmt::format("the {}-byte allocation", allocation.bytes);
    return allocation.origin().empty() ? what : what + " made at " + allocation.origin();
  }
  const std::string name = readable_variable(allocation.name());
  const std::string place = place_of_variable(name, current_call().where());
  return fmt::format(
      "the {}-byte variable '{}'{}", allocation.bytes, name,
      place.empty() ? "" : " declared at " + place.substr(place.find_last_of('/') + 1));
}

namespace {

struct Places {
  cudaMemcpyKind kind = cudaMemcpyDefault;
  Place to, from;
};

/// Bytes that lie on both sides of a copy without gaps; of a copy onto itself none, as it changes
/// nothing. "The memory areas may not overlap" (CUDA Runtime API, cudaMemcpy).
std::uint64_t shared_bytes(const Copy& copy) {
  const bool has_gaps =
      copy.depth != 1 ||
      (copy.height != 1 && (copy.to.pitch != copy.width || copy.from.pitch != copy.width));
  const DeviceAddress to = address_of(copy.to.pointer), from = address_of(copy.from.pointer);
  const std::uint64_t apart = std::max(to, from) - std::min(to, from);
  return has_gaps || apart == 0 || apart >= copy.bytes() ? 0 : copy.bytes() - apart;
}

/// A device copies them, and tells nothing.
void note_overlap(Runtime& runtime, const Copy& copy) {
  const std::uint64_t bytes = shared_bytes(copy);
  if (bytes == 0) {
    return;
  }
  Fault note;
  note.kind = FaultKind::kInvalidCopy;
  note.where = current_call().where_in_program();
  note.thread_count = 0;
  note.detail = fmt::format(
      "{}: the source and the destination have {} bytes in common: CUDA does not define what "
      "arrives there. Copy through a second array, or let a kernel read all it needs before it "
      "writes.",
      copy.api, bytes);
  runtime.recorder().note(std::move(note));
}

/// Where both sides lie; nothing where the copy was refused.
std::optional<Places> find_places(Runtime& runtime, const Copy& copy) {
  const cudaMemcpyKind kind = resolve_kind(runtime, copy);
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const std::optional<Place> to = find_place(runtime, copy, copy.to, to_device, "destination");
  if (!to) {
    return std::nullopt;
  }
  const std::optional<Place> from = find_place(runtime, copy, copy.from, from_device, "source");
  if (!from) {
    return std::nullopt;
  }
  note_overlap(runtime, copy);
  return Places{kind, *to, *from};
}

cudaError_t check_shape(Runtime& runtime, const Copy& copy) {
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  const std::size_t widest = std::max(copy.to.pitch, copy.from.pitch);
  const bool too_wide = copy.height > 1 && widest > kMostPitch;
  return too_wide ? cudaErrorInvalidPitchValue : check_pitches(runtime, copy, true, true);
}

/// Makes a copy that nothing forbids: it moves the bytes, and lays the work on the clock.
cudaError_t run_copy(Runtime& runtime, const Copy& copy, StreamId stream, const Places& places) {
  const CopiedRows sides[] = {rows_of(copy, copy.to, true), rows_of(copy, copy.from, false)};
  const WorkOrder order = runtime.begin_work(stream, copy.api);
  if (!runtime.may_copy(order, sides)) {
    return copy.async ? cudaSuccess : runtime.synchronised();
  }
  runtime.guard().suspend(
      {section_of(copy, copy.to, places.to), section_of(copy, copy.from, places.from)});
  for (RuntimeObserver* observer : observers()) {
    observer->before_copy(runtime, copy, {places.from.on_device, places.to.on_device});
  }
  const bool moved = move_bytes(copy, places.to, places.from);
  note_written(runtime, copy, places.to, places.from);
  runtime.guard().resume();
  if (!moved) {
    refuse_host_memory(runtime, copy, places.to, places.from);
    return cudaErrorInvalidValue;
  }
  time_copy(runtime, copy, stream, places.kind, places.to.pinned && places.from.pinned);
  guard_host_side(runtime, copy, places.kind, WorkMark(order));
  return cudaSuccess;
}

}  // namespace

cudaError_t check_pitches(Runtime& runtime, const Copy& copy, bool of_to, bool of_from) {
  const bool is_to = of_to && copy.width > copy.to.pitch;
  if (!is_to && (!of_from || copy.width <= copy.from.pitch)) {
    return cudaSuccess;
  }
  runtime.recorder().reason(
      fmt::format("{}: {} bytes of each row are copied, but the pitch of the {} is {} bytes. "
                  "Widths and pitches "
                  "count bytes: columns * sizeof(type), and what cudaMallocPitch gave.",
                  copy.api, copy.width, is_to ? "destination" : "source",
                  is_to ? copy.to.pitch : copy.from.pitch));
  return cudaErrorInvalidPitchValue;
}

cudaError_t check_copy(Runtime& runtime, const Copy& copy) {
  const cudaError_t error = check_shape(runtime, copy);
  return error != cudaSuccess         ? error
         : find_places(runtime, copy) ? cudaSuccess
                                      : cudaErrorInvalidValue;
}

cudaError_t copy_now(Runtime& runtime, const Copy& copy) {
  note_freed_registrations(runtime);
  const StreamId* stream = runtime.stream_id(copy.stream);
  if (stream == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  const StreamUse use = use_stream(runtime, *stream);
  if (use.error != cudaSuccess) {
    return use.error;
  }
  if (const cudaError_t error = check_shape(runtime, copy); error != cudaSuccess) {
    return error;
  }
  if (!copy.async) {
    if (const cudaError_t error = check_unsafe_call(runtime); error != cudaSuccess) {
      return error;
    }
    if (const cudaError_t error = runtime.synchronised(); error != cudaSuccess) {
      return error;
    }
  }
  if (copy.bytes() == 0 || (runtime.is_stopped() && use.capture == nullptr)) {
    return cudaSuccess;
  }
  const std::optional<Places> places = find_places(runtime, copy);
  if (!places) {
    return cudaErrorInvalidValue;
  }
  if (use.capture != nullptr) {
    return capture_work(*use.capture, CopyWork{copy});
  }
  return run_copy(runtime, copy, *stream, *places);
}

}  // namespace warpschool::sim::runtime
