// Copies and fills: linear, two-dimensional, to and from symbols.
#include "runtime/base/symbol_names.hpp"
#include "runtime/copies/copy_engine.hpp"
#include "runtime/core/runtime.hpp"

#include <fmt/format.h>
#include <string>

namespace warpschool::sim::runtime {
namespace {

cudaError_t linear(const char* api, void* to, const void* from, std::size_t bytes,
                   cudaMemcpyKind kind, cudaStream_t stream, bool async) {
  return call([&](Runtime& runtime) {
    return copy_now(runtime, {{to, bytes}, {from, bytes}, bytes, 1, kind, stream, async, api});
  });
}

/// Makes `copy`, whose host side is set, to or from `symbol` + `offset`.
cudaError_t symbol_copy(const void* symbol, std::size_t offset, Copy copy, bool to_symbol) {
  return call([&](Runtime& runtime) {
    const cudaMemcpyKind usual = to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    if (copy.kind != usual && copy.kind != cudaMemcpyDeviceToDevice &&
        copy.kind != cudaMemcpyDefault) {
      return cudaErrorInvalidMemcpyDirection;
    }
    DeviceAddress address = 0;
    if (const cudaError_t error = locate_symbol(runtime, symbol, copy.width, offset, address);
        error != cudaSuccess) {
      return error;
    }
    (to_symbol ? copy.to : copy.from) = Side{pointer_to(address), copy.width};
    return copy_now(runtime, copy);
  });
}

cudaError_t fill(const char* api, void* pointer, std::size_t pitch, int value, std::size_t width,
                 std::size_t height, cudaStream_t stream) {
  Copy shape;
  shape.to = {pointer, pitch};
  shape.width = width;
  shape.height = height;
  shape.stream = stream;
  shape.api = api;
  return call([&](Runtime& runtime) {
    return fill_now(runtime, shape, {static_cast<unsigned>(value), 1});
  });
}

}  // namespace

cudaError_t locate_symbol(Runtime& runtime, const void* symbol, std::size_t bytes,
                          std::size_t offset, DeviceAddress& address) {
  const SymbolEntry* entry = runtime.modules().symbol(symbol);
  if (entry == nullptr) {
    runtime.recorder().reason(
        "not a __device__ or __constant__ variable; pass the variable itself, not its name or "
        "address; memory of cudaMalloc is copied with cudaMemcpy");
    return cudaErrorInvalidSymbol;
  }
  std::string complaint;
  if (!runtime.modules().load(*entry->file, runtime.device(), complaint)) {
    runtime.recorder().note(complaint);
    return cudaErrorInvalidKernelImage;
  }
  const ModuleVariable* variable = Device::variable(*entry->file->module, entry->name);
  if (variable == nullptr) {
    runtime.recorder().reason(
        "the compiler took this variable of an unnamed namespace for the constant that it begins "
        "with, as no kernel writes it; make it static, or __constant__");
    return cudaErrorInvalidSymbol;
  }
  if (offset > variable->bytes || bytes > variable->bytes - offset) {
    runtime.recorder().host_fault(
        FaultKind::kInvalidCopy,
        fmt::format("{}: '{}' has {} bytes; {} at offset {} do not fit. Count bytes, not elements, "
                    "and compare with sizeof of the variable.",
                    current_call().api, readable_variable(variable->name), variable->bytes, bytes,
                    offset));
    return cudaErrorInvalidValue;
  }
  address = variable->address + offset;
  return cudaSuccess;
}

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return linear("cudaMemcpy", to, from, bytes, kind, nullptr, false);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  WARPSCHOOL_API;
  return linear("cudaMemcpyAsync", to, from, bytes, kind, stream, true);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return copy_now(
        runtime,
        {{to, to_pitch}, {from, from_pitch}, width, height, kind, nullptr, false, "cudaMemcpy2D"});
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  WARPSCHOOL_API;
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

// There is one device: a copy between peers stays on it.
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t bytes) {
  WARPSCHOOL_API;
  return to_device == 0 && from_device == 0
             ? linear("cudaMemcpyPeer", to, from, bytes, cudaMemcpyDeviceToDevice, nullptr, false)
             : call([](Runtime&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream) {
  WARPSCHOOL_API;
  return to_device == 0 && from_device == 0 ? linear("cudaMemcpyPeerAsync", to, from, bytes,
                                                     cudaMemcpyDeviceToDevice, stream, true)
                                            : call([](Runtime&) { return cudaErrorInvalidDevice; });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return symbol_copy(symbol, offset,
                     {{}, {from, bytes}, bytes, 1, kind, nullptr, false, "cudaMemcpyToSymbol"},
                     true);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return symbol_copy(symbol, offset,
                     {{to, bytes}, {}, bytes, 1, kind, nullptr, false, "cudaMemcpyFromSymbol"},
                     false);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  WARPSCHOOL_API;
  return symbol_copy(symbol, offset,
                     {{}, {from, bytes}, bytes, 1, kind, stream, true, "cudaMemcpyToSymbolAsync"},
                     true);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  WARPSCHOOL_API;
  return symbol_copy(symbol, offset,
                     {{to, bytes}, {}, bytes, 1, kind, stream, true, "cudaMemcpyFromSymbolAsync"},
                     false);
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    DeviceAddress address = 0;
    const cudaError_t error =
        pointer == nullptr ? cudaErrorInvalidValue : locate_symbol(runtime, symbol, 0, 0, address);
    if (error == cudaSuccess) {
      *pointer = pointer_to(address);
    }
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  WARPSCHOOL_API;
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
  WARPSCHOOL_API;
  return fill("cudaMemset", pointer, bytes, value, bytes, 1, nullptr);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  WARPSCHOOL_API;
  return fill("cudaMemsetAsync", pointer, bytes, value, bytes, 1, stream);
}

cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  WARPSCHOOL_API;
  return fill("cudaMemset2D", pointer, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  WARPSCHOOL_API;
  return fill("cudaMemset2DAsync", pointer, pitch, value, width, height, stream);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
