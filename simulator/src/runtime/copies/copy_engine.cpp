// Checks, times and runs copies and fills.
#include "runtime/copies/copy_engine.hpp"

#include "runtime/base/observer.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/base/variable_declarations.hpp"
#include "runtime/copies/copy_endpoints.hpp"
#include "runtime/graphs/capture.hpp"
#include "runtime/host_memory/host_fault.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// Host copies through one core's caches, for the clock only.
constexpr double kHostGbPerS = 10;

/// cudaDeviceProp::memPitch.
constexpr std::size_t kMostPitch = 0x7fffffff;

/// All bytes from the first to the last one of a side.
HostGuard::Section section(const Copy& copy, const Side& side, const Place& place) {
  return {place.bytes, place.bytes + copy.span(side)};
}

/// From one host address to another of a program in another process.
bool move_within_program(RemoteHost& program, std::byte* to, const std::byte* from,
                         std::size_t bytes) {
  std::vector<std::byte> between(std::min<std::size_t>(bytes, std::size_t{1} << 20));
  for (std::size_t done = 0; done < bytes; done += between.size()) {
    const std::size_t part = std::min(between.size(), bytes - done);
    if (!program.read(between.data(), from + done, part) ||
        !program.write(to + done, between.data(), part)) {
      return false;
    }
  }
  return true;
}

/// Memory that only the program's process has.
bool is_the_programs(const Place& place) {
  return !place.on_device && !place.pinned;
}

/// A row; false if host memory cannot be read or written.
bool move_row(const Place& to, const Place& from, std::size_t to_offset, std::size_t from_offset,
              std::size_t bytes) {
  std::byte* const target = to.bytes + to_offset;
  const std::byte* const source = from.bytes + from_offset;
  RemoteHost* const program = remote_host();
  if (program == nullptr || (!is_the_programs(to) && !is_the_programs(from))) {
    return copy_guarded(target, source, bytes);
  }
  if (is_the_programs(to) && is_the_programs(from)) {
    return move_within_program(*program, target, source, bytes);
  }
  return is_the_programs(to) ? program->write(target, source, bytes)
                             : program->read(target, source, bytes);
}

/// Do a side's rows lie one behind the other?
bool is_dense(const Copy& copy, const Side& side) {
  return copy.depth == 1 && side.pitch == copy.width;
}

/// Rows that lie close together in the program's memory, and apart in ours: many cross together,
/// as each crossing is a question to another process. Nothing where that is not the case.
std::optional<bool> move_rows_together(const Copy& copy, const Place& to, const Place& from) {
  RemoteHost* const program = remote_host();
  const bool is_upload = is_the_programs(from);
  const bool is_close = is_upload ? is_dense(copy, copy.from) : is_dense(copy, copy.to);
  constexpr std::size_t kAtOnce = std::size_t{1} << 18;
  if (program == nullptr || is_the_programs(to) == is_upload || !is_close || copy.depth != 1 ||
      copy.width == 0 || copy.width > kAtOnce / 2) {
    return std::nullopt;
  }
  const std::size_t rows_at_once = kAtOnce / copy.width;
  std::vector<std::byte> close(std::min(rows_at_once, copy.height) * copy.width);
  for (std::size_t first = 0; first < copy.height; first += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, copy.height - first);
    const std::size_t bytes = rows * copy.width;
    if (is_upload && !program->read(close.data(), from.bytes + first * copy.width, bytes)) {
      return false;
    }
    for (std::size_t row = 0; row < rows; ++row) {
      std::byte* const here = close.data() + row * copy.width;
      const std::size_t at = (first + row) * (is_upload ? copy.to.pitch : copy.from.pitch);
      if (!(is_upload ? copy_guarded(to.bytes + at, here, copy.width)
                      : copy_guarded(here, from.bytes + at, copy.width))) {
        return false;
      }
    }
    if (!is_upload && !program->write(to.bytes + first * copy.width, close.data(), bytes)) {
      return false;
    }
  }
  return true;
}

/// False if host memory cannot be read or written.
bool move_bytes(const Copy& copy, const Place& to, const Place& from) {
  if (copy.depth == 1 && copy.to.pitch == copy.width && copy.from.pitch == copy.width) {
    return move_row(to, from, 0, 0, copy.bytes());
  }
  if (const std::optional<bool> done = move_rows_together(copy, to, from)) {
    return *done;
  }
  bool moved = true;
  for (std::size_t slice = 0; slice < copy.depth; ++slice) {
    for (std::size_t row = 0; moved && row < copy.height; ++row) {
      moved = move_row(to, from, slice * copy.to.slice_pitch + row * copy.to.pitch,
                       slice * copy.from.slice_pitch + row * copy.from.pitch, copy.width);
    }
  }
  return moved;
}

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

/// Lays the copy on the clock; the host waits where a device makes it wait.
void time_copy(Runtime& runtime, const Copy& copy, StreamId stream, cudaMemcpyKind kind,
               bool pinned) {
  const DeviceProfile& profile = runtime.profile();
  const double bytes = static_cast<double>(copy.bytes());
  Engine engine = Engine::kHost;
  const char* what = "host_to_host";
  double us = bytes / (kHostGbPerS * 1e3);
  if (kind == cudaMemcpyDeviceToDevice) {
    engine = Engine::kCompute;
    what = "device_to_device";
    us = profile.device_copy_us + 2 * bytes / (profile.dram_gb_per_s * 1e3);
  } else if (kind != cudaMemcpyHostToHost) {
    engine = kind == cudaMemcpyHostToDevice ? Engine::kToDevice : Engine::kToHost;
    what = kind == cudaMemcpyHostToDevice ? "host_to_device" : "device_to_host";
    const double begin_us = kind == cudaMemcpyDeviceToHost ? profile.copy_to_host_us
                            : pinned                       ? profile.copy_pinned_us
                                                           : profile.copy_pageable_us;
    us = begin_us + bytes / ((pinned ? profile.pcie_gb_per_s : profile.pageable_gb_per_s) * 1e3);
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

CopiedRows rows_of(const Copy& copy, const Side& side, bool is_write) {
  return {address_of(side.pointer), copy.width, copy.height, copy.depth, side.pitch,
          side.slice_pitch,         is_write};
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
      runtime.device().pass_through_l2(target, copy.width);
      if (from.on_device) {
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
  const CopiedRows sides[] = {rows_of(copy, copy.to, true), rows_of(copy, copy.from, false)};
  const WorkOrder order = runtime.begin_work(*stream, copy.api);
  if (!runtime.may_copy(order, sides)) {
    return copy.async ? cudaSuccess : runtime.synchronised();
  }
  runtime.guard().suspend(
      {section(copy, copy.to, places->to), section(copy, copy.from, places->from)});
  for (RuntimeObserver* observer : observers()) {
    observer->before_copy(runtime, copy, {places->from.on_device, places->to.on_device});
  }
  const bool moved = move_bytes(copy, places->to, places->from);
  note_written(runtime, copy, places->to, places->from);
  runtime.guard().resume();
  if (!moved) {
    refuse_host_memory(runtime, copy, places->to, places->from);
    return cudaErrorInvalidValue;
  }
  time_copy(runtime, copy, *stream, places->kind, places->to.pinned && places->from.pinned);
  guard_host_side(runtime, copy, places->kind, WorkMark(order));
  return cudaSuccess;
}

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
  runtime.guard().suspend({section(shape, shape.to, *place)});
  for (std::size_t slice = 0; slice < shape.depth; ++slice) {
    for (std::size_t row = 0; row < shape.height; ++row) {
      const std::size_t offset = slice * shape.to.slice_pitch + row * shape.to.pitch;
      fill_row(place->bytes + offset, shape.width, pattern);
      runtime.memory().mark_written(address_of(shape.to.pointer) + offset, shape.width);
      runtime.device().pass_through_l2(address_of(shape.to.pointer) + offset, shape.width);
    }
  }
  runtime.guard().resume();
  const DeviceProfile& profile = runtime.profile();
  const double us = profile.launch_overhead_us +
                    static_cast<double>(shape.bytes()) / (profile.dram_gb_per_s * 1e3);
  runtime.recorder().work(
      {"set", "", *id, runtime.timeline().run(*id, Engine::kCompute, us), shape.bytes()});
  return cudaSuccess;
}

}  // namespace warpschool::sim::runtime
