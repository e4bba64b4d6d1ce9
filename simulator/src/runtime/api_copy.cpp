// Copies and fills: linear, two-dimensional, to and from symbols.
#include "runtime/runtime.hpp"

#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <string>

using namespace warpschool::sim;
using namespace warpschool::sim::runtime;

namespace {

/// Host copies through one core's caches, for the clock only.
constexpr double kHostGbPerS = 10;

DeviceAddress address_of(const void* pointer) {
  return reinterpret_cast<DeviceAddress>(pointer);
}

/// One side of a copy: rows of `width` bytes, `pitch` apart.
struct Side {
  const void* pointer = nullptr;
  std::size_t pitch = 0;
};

struct Copy {
  Side to, from;
  std::size_t width = 0, height = 1;
  cudaMemcpyKind kind = cudaMemcpyDefault;
  cudaStream_t stream = nullptr;
  bool async = false;
  const char* api = "cudaMemcpy";

  std::size_t bytes() const { return width * height; }
  /// From the first byte to the last of a side, gaps included.
  std::size_t span(const Side& side) const {
    return height == 0 ? 0 : side.pitch * (height - 1) + width;
  }
};

/// Where the bytes of a side lie and what it is to the copy engines.
struct Place {
  std::byte* bytes = nullptr;
  bool on_device = false;
  bool pinned = false;
};

std::string refuse(const Copy& copy, const char* side, const std::string& why) {
  return fmt::format("{}: the {} {}", copy.api, side, why);
}

std::optional<Place> device_place(Runtime& runtime, const Copy& copy, const Side& side,
                                  const char* name) {
  Memory& memory = runtime.memory();
  const DeviceAddress address = address_of(side.pointer);
  const std::size_t span = copy.span(side);
  if (const Allocation* allocation = memory.find(address, span); allocation != nullptr) {
    return Place{memory.translate(address, span), true, true};
  }
  std::string why = "is not device memory; this kind of copy wants a pointer from cudaMalloc there";
  if (const Allocation* begin = memory.find(address); begin != nullptr) {
    why = fmt::format("has {} bytes from that address on{}{}, but {} are to be copied",
                      begin->bytes - (address - begin->begin),
                      begin->origin.empty() ? "" : ", allocated at ", begin->origin, span);
  } else if (memory.find_freed(address) != nullptr) {
    why = "has been freed";
  }
  runtime.recorder().note(refuse(copy, name, why));
  return std::nullopt;
}

std::optional<Place> host_place(Runtime& runtime, const Copy& copy, const Side& side,
                                const char* name) {
  Memory& memory = runtime.memory();
  const DeviceAddress address = address_of(side.pointer);
  if (side.pointer == nullptr || memory.in_device_window(address)) {
    runtime.recorder().note(
        refuse(copy, name,
               side.pointer == nullptr
                   ? "is a null pointer"
                   : "is device memory, but this kind of copy wants host memory there; "
                     "are the arguments or the kind swapped?"));
    return std::nullopt;
  }
  Place place;
  place.bytes = static_cast<std::byte*>(const_cast<void*>(side.pointer));
  place.pinned = memory.find(address, copy.span(side)) != nullptr;
  return place;
}

std::optional<Place> find_place(Runtime& runtime, const Copy& copy, const Side& side, bool device,
                                const char* name) {
  return device ? device_place(runtime, copy, side, name) : host_place(runtime, copy, side, name);
}

cudaMemcpyKind resolve_kind(Runtime& runtime, const Copy& copy) {
  if (copy.kind != cudaMemcpyDefault) {
    return copy.kind;
  }
  const auto on_device = [&](const Side& side) {
    return runtime.memory().in_device_window(address_of(side.pointer));
  };
  if (on_device(copy.to)) {
    return on_device(copy.from) ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  }
  return on_device(copy.from) ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost;
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
    us = profile.launch_overhead_us + 2 * bytes / (profile.dram_gb_per_s * 1e3);
  } else if (kind != cudaMemcpyHostToHost) {
    engine = kind == cudaMemcpyHostToDevice ? Engine::kToDevice : Engine::kToHost;
    what = kind == cudaMemcpyHostToDevice ? "host_to_device" : "device_to_host";
    us = profile.copy_overhead_us +
         bytes / ((pinned ? profile.pcie_gb_per_s : profile.pageable_gb_per_s) * 1e3);
  }
  const Interval when = runtime.timeline().run(stream, engine, us);
  runtime.recorder().work({what, "", stream, when, copy.bytes()});
  const bool host_goes_on = (copy.async && pinned) || kind == cudaMemcpyDeviceToDevice;
  if (!host_goes_on) {
    runtime.timeline().host_waits_for(when.end_us);
  }
}

cudaError_t copy_now(Runtime& runtime, const Copy& copy) {
  const StreamId* stream = runtime.stream_id(copy.stream);
  if (stream == nullptr) {
    return cudaErrorInvalidResourceHandle;
  }
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  if (copy.width > copy.to.pitch || copy.width > copy.from.pitch) {
    return cudaErrorInvalidPitchValue;
  }
  if (!copy.async) {
    if (const cudaError_t error = runtime.synchronised(); error != cudaSuccess) {
      return error;
    }
  }
  if (copy.bytes() == 0 || runtime.is_stopped()) {
    return cudaSuccess;
  }
  const cudaMemcpyKind kind = resolve_kind(runtime, copy);
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const std::optional<Place> to = find_place(runtime, copy, copy.to, to_device, "destination");
  const std::optional<Place> from = find_place(runtime, copy, copy.from, from_device, "source");
  if (!to || !from) {
    return cudaErrorInvalidValue;
  }
  if (copy.to.pitch == copy.width && copy.from.pitch == copy.width) {
    std::memmove(to->bytes, from->bytes, copy.bytes());
  } else {
    for (std::size_t row = 0; row < copy.height; ++row) {
      std::memmove(to->bytes + row * copy.to.pitch, from->bytes + row * copy.from.pitch,
                   copy.width);
    }
  }
  time_copy(runtime, copy, *stream, kind, to->pinned && from->pinned);
  return cudaSuccess;
}

cudaError_t linear(const char* api, void* to, const void* from, std::size_t bytes,
                   cudaMemcpyKind kind, cudaStream_t stream, bool async) {
  return call([&](Runtime& runtime) {
    return copy_now(runtime, {{to, bytes}, {from, bytes}, bytes, 1, kind, stream, async, api});
  });
}

/// The device address of `symbol` + `offset` if `bytes` fit behind it.
cudaError_t locate(Runtime& runtime, const void* symbol, std::size_t bytes, std::size_t offset,
                   DeviceAddress& address) {
  const SymbolEntry* entry = runtime.modules().symbol(symbol);
  if (entry == nullptr) {
    runtime.recorder().note(
        "not a __device__ or __constant__ variable; pass the variable itself, not its name or "
        "address");
    return cudaErrorInvalidSymbol;
  }
  std::string complaint;
  if (!Modules::load(*entry->file, runtime.device(), complaint)) {
    runtime.recorder().note(complaint);
    return cudaErrorInvalidKernelImage;
  }
  const ModuleVariable* variable = Device::variable(*entry->file->module, entry->name);
  if (variable == nullptr) {
    return cudaErrorInvalidSymbol;
  }
  if (offset > variable->bytes || bytes > variable->bytes - offset) {
    runtime.recorder().note(fmt::format("{} has {} bytes; {} at offset {} do not fit",
                                        variable->name, variable->bytes, bytes, offset));
    return cudaErrorInvalidValue;
  }
  address = variable->address + offset;
  return cudaSuccess;
}

cudaError_t symbol_copy(const char* api, const void* symbol, const void* host, std::size_t bytes,
                        std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream, bool async,
                        bool to_symbol) {
  return call([&](Runtime& runtime) {
    DeviceAddress address = 0;
    if (const cudaError_t error = locate(runtime, symbol, bytes, offset, address);
        error != cudaSuccess) {
      return error;
    }
    const Side device = {reinterpret_cast<const void*>(address), bytes};
    const Side other = {host, bytes};
    return copy_now(runtime, {to_symbol ? device : other, to_symbol ? other : device, bytes, 1,
                              kind, stream, async, api});
  });
}

cudaError_t fill(const char* api, void* pointer, std::size_t pitch, int value, std::size_t width,
                 std::size_t height, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    const StreamId* id = runtime.stream_id(stream);
    if (id == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    Copy shape;
    shape.to = {pointer, pitch};
    shape.width = width;
    shape.height = height;
    shape.api = api;
    if (shape.bytes() == 0 || runtime.is_stopped()) {
      return cudaSuccess;
    }
    const std::optional<Place> place = device_place(runtime, shape, shape.to, "destination");
    if (!place) {
      return cudaErrorInvalidValue;
    }
    for (std::size_t row = 0; row < height; ++row) {
      std::memset(place->bytes + row * pitch, value, width);
    }
    const double us = runtime.profile().launch_overhead_us +
                      static_cast<double>(shape.bytes()) / (runtime.profile().dram_gb_per_s * 1e3);
    runtime.recorder().work(
        {"set", "", *id, runtime.timeline().run(*id, Engine::kCompute, us), shape.bytes()});
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return linear("cudaMemcpy", to, from, bytes, kind, nullptr, false);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return linear("cudaMemcpyAsync", to, from, bytes, kind, stream, true);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  return call([&](Runtime& runtime) {
    return copy_now(
        runtime,
        {{to, to_pitch}, {from, from_pitch}, width, height, kind, nullptr, false, "cudaMemcpy2D"});
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    return copy_now(runtime, {{to, to_pitch},
                              {from, from_pitch},
                              width,
                              height,
                              kind,
                              stream,
                              true,
                              "cudaMemcpy2DAsync"});
  });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return symbol_copy("cudaMemcpyToSymbol", symbol, from, bytes, offset, kind, nullptr, false, true);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  return symbol_copy("cudaMemcpyFromSymbol", symbol, to, bytes, offset, kind, nullptr, false,
                     false);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return symbol_copy("cudaMemcpyToSymbolAsync", symbol, from, bytes, offset, kind, stream, true,
                     true);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return symbol_copy("cudaMemcpyFromSymbolAsync", symbol, to, bytes, offset, kind, stream, true,
                     false);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return call([&](Runtime& runtime) {
    DeviceAddress address = 0;
    const cudaError_t error = locate(runtime, symbol, 0, 0, address);
    if (error == cudaSuccess) {
      *pointer = reinterpret_cast<void*>(address);
    }
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return call([&](Runtime& runtime) {
    const SymbolEntry* entry = runtime.modules().symbol(symbol);
    if (entry == nullptr) {
      return cudaErrorInvalidSymbol;
    }
    *bytes = entry->bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return fill("cudaMemset", pointer, bytes, value, bytes, 1, nullptr);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return fill("cudaMemsetAsync", pointer, bytes, value, bytes, 1, stream);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return fill("cudaMemset2D", pointer, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill("cudaMemset2DAsync", pointer, pitch, value, width, height, stream);
}

}  // extern "C"
