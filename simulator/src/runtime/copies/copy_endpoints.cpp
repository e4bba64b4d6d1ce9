// Finds where the sides of a copy lie, and explains those that cannot be copied.
#include "runtime/copies/copy_endpoints.hpp"

#include "runtime/base/symbol_names.hpp"
#include "runtime/copies/arrays.hpp"
#include "runtime/host_memory/stack_frames.hpp"
#include "runtime/report/allocations_made.hpp"

#include <cstring>
#include <fmt/format.h>

namespace warpschool::sim::runtime {

void refuse(Runtime& runtime, const Copy& copy, const char* side, const std::string& why,
            const Allocation* allocation) {
  const bool freed = allocation != nullptr && allocation->freed;
  std::optional<AllocationRef> of;
  if (allocation != nullptr) {
    of = named_with_its_release(*allocation);
  }
  runtime.recorder().host_fault(freed ? FaultKind::kUseAfterFree : FaultKind::kInvalidCopy,
                                fmt::format("{}: the {} {}", copy.api, side, why), std::move(of));
}

cudaMemcpyKind kind_of_pointers(Runtime& runtime, const Copy& copy) {
  const auto on_device = [&](const Side& side) {
    return runtime.memory().in_device_window(address_of(side.pointer));
  };
  if (on_device(copy.to)) {
    return on_device(copy.from) ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  }
  return on_device(copy.from) ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
}

namespace {

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault:
      break;
  }
  return "cudaMemcpyDefault";
}

/// How a copy in the wrong direction is to be mended.
std::string right_kind(Runtime& runtime, const Copy& copy) {
  if (std::strcmp(copy.api, "cudaMemcpyToSymbol") == 0 && copy.bytes() == sizeof(void*)) {
    return "If the variable is to hold this pointer itself, give the address of the pointer: "
           "cudaMemcpyToSymbol(variable, &pointer, sizeof(pointer)).";
  }
  const cudaMemcpyKind fits = kind_of_pointers(runtime, copy);
  return fmt::format(
      "From this source to this destination the kind is {}; or are the destination "
      "(first) and the source (second argument) swapped?",
      name_of(fits));
}

constexpr const char* kIsAnArray =
    "is a CUDA array, whose texels no pointer leads to. Use cudaMemcpy2DToArray or "
    "cudaMemcpy2DFromArray.";

bool is_handle_of_array(Runtime& runtime, const Side& side) {
  return is_array(runtime, static_cast<cudaArray_const_t>(side.pointer));
}

/// Why the pointer of `side` is no device memory.
std::string why_not_device(Runtime& runtime, const Copy& copy, const Side& side) {
  if (runtime.memory().in_device_window(address_of(side.pointer))) {
    return "is an address where nothing is allocated. Check the pointer and its offset.";
  }
  if (side.pointer == nullptr) {
    return "is a null pointer. Allocate the memory first, and check what cudaMalloc returned.";
  }
  if (const SymbolEntry* symbol = runtime.modules().symbol(side.pointer); symbol != nullptr) {
    return fmt::format(
        "is the host's name for the device variable '{}', not the variable. Use cudaMemcpyToSymbol "
        "or cudaMemcpyFromSymbol, or ask cudaGetSymbolAddress for its address.",
        readable_variable(symbol->name));
  }
  if (is_handle_of_array(runtime, side)) {
    return kIsAnArray;
  }
  return "is host memory, but this kind of copy wants device memory there. " +
         right_kind(runtime, copy);
}

/// Rows that lie further apart than they are long may be those of another array.
std::string gaps_of(const Copy& copy, const Side& side) {
  return copy.height < 2 || side.pitch == copy.width
             ? ""
             : fmt::format(
                   " Its {} rows of {} bytes are taken to be {} bytes apart (the pitch of this "
                   "side): those of cudaMallocPitch are, memory of cudaMalloc has no gaps.",
                   copy.height, copy.width, side.pitch);
}

/// Why `span` bytes from there are more than one variable of a function; empty: they may be one.
/// Scalars are copied often, and their frames are not looked for.
std::string why_beyond_variables(const Side& side, std::size_t span) {
  constexpr std::size_t kScalars = 64;
  const std::optional<std::size_t> rest =
      span <= kScalars ? std::nullopt : rest_of_frame(side.pointer);
  return !rest || span <= *rest
             ? ""
             : fmt::format(
                   "lies on the stack, where the variables of its function end after {} bytes, but "
                   "{} are to be copied. Is it the address of a pointer or of a vector (&v)? What "
                   "they point to is v, or v.data(). Else compare the bytes with sizeof of the "
                   "variable.",
                   *rest, span);
}

/// What is wrong with host memory that the runtime has not made; empty: nothing that is known. How
/// long a block of malloc or new is, it does not know.
std::string why_not_host(Runtime& runtime, const Side& side, std::size_t span) {
  if (is_handle_of_array(runtime, side)) {
    return kIsAnArray;
  }
  return why_beyond_variables(side, span);
}

/// "4 bytes"
std::string bytes_in_words(std::uint64_t bytes) {
  return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
}

std::optional<Place> host_place(Runtime& runtime, const Copy& copy, const Side& side,
                                const char* name) {
  Memory& memory = runtime.memory();
  const DeviceAddress address = address_of(side.pointer);
  if (side.pointer == nullptr || memory.in_device_window(address)) {
    refuse(runtime, copy, name,
           side.pointer == nullptr
               ? "is a null pointer. Allocate the memory first."
               : "is device memory, but this kind of copy wants host memory there. " +
                     right_kind(runtime, copy));
    return std::nullopt;
  }
  const std::size_t span = copy.span(side);
  const Allocation* held = memory.find(address);
  if (held != nullptr && !held->contains(address, span)) {
    refuse(runtime, copy, name,
           fmt::format("has {} from that address on, but {} are to be copied, past the end of "
                       "{}. Count bytes, not elements, and compare with what was allocated.",
                       bytes_in_words(held->bytes - (address - held->begin)), span,
                       the_allocation(*held)),
           held);
    return std::nullopt;
  }
  if (const Allocation* freed = memory.find_freed(address);
      freed != nullptr && runtime.host_blocks().was_freed(side.pointer)) {
    refuse(runtime, copy, name,
           fmt::format("is memory that was freed before: {}. Copy first, free then.",
                       the_allocation(*freed)),
           freed);
    return std::nullopt;
  }
  if (held == nullptr) {
    if (const std::string why = why_not_host(runtime, side, span); !why.empty()) {
      refuse(runtime, copy, name, why);
      return std::nullopt;
    }
  }
  Place place;
  place.bytes = static_cast<std::byte*>(const_cast<void*>(side.pointer));
  place.pinned = held != nullptr;
  return place;
}

}  // namespace

std::optional<Place> device_place(Runtime& runtime, const Copy& copy, const Side& side,
                                  const char* name) {
  Memory& memory = runtime.memory();
  const DeviceAddress address = address_of(side.pointer);
  const std::size_t span = copy.span(side);
  const Allocation* const allocation = memory.find(address, span);
  if (allocation != nullptr && allocation->origin() == kDeviceMalloc) {
    // CUDA C++ Programming Guide, "Heap Memory Allocation": not for calls of the host.
    refuse(runtime, copy, name,
           "was made by malloc or new in a kernel, and calls of the host do not take such memory. "
           "Let a kernel copy it into memory of cudaMalloc.",
           allocation);
    return std::nullopt;
  }
  if (allocation != nullptr) {
    return Place{allocation->backing + (address - allocation->begin), true, true};
  }
  if (const Allocation* held = memory.find(address); held != nullptr) {
    const std::uint64_t rest = held->bytes - (address - held->begin);
    refuse(
        runtime, copy, name,
        fmt::format("has {} from that address on, but {} are to be copied: {} past the "
                    "end of {}. Count bytes, not elements, and compare with what was allocated.{}",
                    bytes_in_words(rest), span, bytes_in_words(span - rest), the_allocation(*held),
                    gaps_of(copy, side)),
        held);
  } else if (const Allocation* freed = memory.find_freed(address); freed != nullptr) {
    refuse(runtime, copy, name,
           fmt::format("is memory that was freed before: {}. Copy first, free then.",
                       the_allocation(*freed)),
           freed);
  } else {
    refuse(runtime, copy, name, why_not_device(runtime, copy, side));
  }
  return std::nullopt;
}

std::optional<Place> find_place(Runtime& runtime, const Copy& copy, const Side& side, bool device,
                                const char* name) {
  return device ? device_place(runtime, copy, side, name) : host_place(runtime, copy, side, name);
}

HostGuard::Section section_of(const Copy& copy, const Side& side, const Place& place) {
  return {place.bytes, place.bytes + copy.span(side)};
}

CopiedRows rows_of(const Copy& copy, const Side& side, bool is_write) {
  return {address_of(side.pointer), copy.width, copy.height, copy.depth, side.pitch,
          side.slice_pitch,         is_write};
}

}  // namespace warpschool::sim::runtime
