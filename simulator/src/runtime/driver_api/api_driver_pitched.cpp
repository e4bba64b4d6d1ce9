// The driver API: copies and fills of rows, as cuMemAllocPitch lays them out.
#include "runtime/copies/copy_engine.hpp"
#include "runtime/driver_api/driver_api.hpp"

#include <fmt/format.h>
#include <limits>

namespace warpschool::sim::runtime {
namespace {

/// One side of a CUDA_MEMCPY2D (CUDA Driver API reference, cuMemcpy2D).
struct PitchedSide {
  CUmemorytype type;
  std::size_t x, y, pitch;  ///< bytes, rows, bytes
  const void* host;
  CUdeviceptr device;
};

PitchedSide source_of(const CUDA_MEMCPY2D& what) {
  return {what.srcMemoryType, what.srcXInBytes, what.srcY,
          what.srcPitch,      what.srcHost,     what.srcDevice};
}

PitchedSide target_of(const CUDA_MEMCPY2D& what) {
  return {what.dstMemoryType, what.dstXInBytes, what.dstY,
          what.dstPitch,      what.dstHost,     what.dstDevice};
}

/// Where the first of the bytes lies. @param name of the side, for the reason.
cudaError_t describe(Runtime& runtime, const PitchedSide& given, const CUDA_MEMCPY2D& what,
                     const char* name, Side& side) {
  if (given.type != CU_MEMORYTYPE_HOST && given.type != CU_MEMORYTYPE_DEVICE &&
      given.type != CU_MEMORYTYPE_UNIFIED) {
    runtime.recorder().reason(
        fmt::format("{}: the memory type of the {} is none that is simulated here: set it to "
                    "CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE or CU_MEMORYTYPE_UNIFIED (and all "
                    "members that are not used to 0)",
                    current_call().api, name));
    return cudaErrorInvalidValue;
  }
  const bool is_short = given.pitch < given.x || given.pitch - given.x < what.WidthInBytes;
  if (is_short && what.WidthInBytes != 0 && what.Height != 0) {
    runtime.recorder().reason(fmt::format(
        "{}: {} bytes of each row are copied from byte {} of it on, but the pitch of the {} is {} "
        "bytes",
        current_call().api, what.WidthInBytes, given.x, name, given.pitch));
    return cudaErrorInvalidValue;
  }
  const CUdeviceptr begin =
      given.type == CU_MEMORYTYPE_HOST ? device_pointer(given.host) : given.device;
  // A null pointer stays one, so that it is told as such.
  side = {begin == 0 ? nullptr : host_form(begin + given.y * given.pitch + given.x), given.pitch};
  return cudaSuccess;
}

cudaMemcpyKind kind_of(const CUDA_MEMCPY2D& what) {
  if (what.srcMemoryType == CU_MEMORYTYPE_UNIFIED || what.dstMemoryType == CU_MEMORYTYPE_UNIFIED) {
    return cudaMemcpyDefault;
  }
  const bool from_host = what.srcMemoryType == CU_MEMORYTYPE_HOST;
  const bool to_host = what.dstMemoryType == CU_MEMORYTYPE_HOST;
  return from_host ? (to_host ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice)
                   : (to_host ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice);
}

CUresult copy_rows(const CUDA_MEMCPY2D* what, CUstream stream, bool async) {
  return driver([&] {
    return call([&](Runtime& runtime) {
      if (what == nullptr) {
        return cudaErrorInvalidValue;
      }
      Copy copy;
      copy.width = what->WidthInBytes;
      copy.height = what->Height;
      copy.kind = kind_of(*what);
      copy.stream = stream;
      copy.async = async;
      copy.api = current_call().api;
      cudaError_t error = describe(runtime, target_of(*what), *what, "destination", copy.to);
      if (error == cudaSuccess) {
        error = describe(runtime, source_of(*what), *what, "source", copy.from);
      }
      return error == cudaSuccess ? copy_now(runtime, copy) : error;
    });
  });
}

CUresult fill_rows(CUdeviceptr to, std::size_t pitch, const Pattern& pattern, std::size_t width,
                   std::size_t height, CUstream stream) {
  return driver([&] {
    return call([&](Runtime& runtime) {
      const std::size_t element = pattern.element_bytes;
      if (to % element != 0 || (height > 1 && pitch % element != 0) ||
          width > std::numeric_limits<std::size_t>::max() / element) {
        return cudaErrorInvalidValue;
      }
      Copy shape;
      shape.width = width * element;
      shape.height = height;
      shape.to = {host_form(to), pitch};
      shape.stream = stream;
      shape.api = current_call().api;
      return fill_now(runtime, shape, pattern);
    });
  });
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* what) {
  WARPSCHOOL_DRIVER_API;
  return copy_rows(what, nullptr, false);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* what) {
  WARPSCHOOL_DRIVER_API;
  return copy_rows(what, nullptr, false);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* what, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return copy_rows(what, stream, true);
}

CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
  WARPSCHOOL_DRIVER_API;
  return fill_rows(to, pitch, {value, 1}, width, height, nullptr);
}

CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
  WARPSCHOOL_DRIVER_API;
  return fill_rows(to, pitch, {value, 2}, width, height, nullptr);
}

CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                       size_t height) {
  WARPSCHOOL_DRIVER_API;
  return fill_rows(to, pitch, {value, 4}, width, height, nullptr);
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return fill_rows(to, pitch, {value, 1}, width, height, stream);
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return fill_rows(to, pitch, {value, 2}, width, height, stream);
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream) {
  WARPSCHOOL_DRIVER_API;
  return fill_rows(to, pitch, {value, 4}, width, height, stream);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
