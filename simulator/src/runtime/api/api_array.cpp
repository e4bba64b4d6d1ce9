// CUDA arrays: allocation, and copies of rows between them and memory.
#include "runtime/base/device_properties.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/copies/arrays.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/graphs/capture.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::sim::runtime {

Texels texels_of(const cudaChannelFormatDesc& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  Texels texels;
  for (const int channel : bits) {
    if (channel == 0) {
      break;
    }
    if (channel != format.x || (channel != 8 && channel != 16 && channel != 32)) {
      return {};
    }
    ++texels.channels;
  }
  const bool is_float = format.f == cudaChannelFormatKindFloat;
  if (texels.channels == 3 || (is_float && format.x == 8) ||
      std::any_of(bits + texels.channels, bits + 4, [](int channel) { return channel != 0; })) {
    return {};
  }
  texels.channel_bytes = static_cast<std::size_t>(format.x) / 8;
  return texels;
}

bool is_array(Runtime& runtime, cudaArray_const_t array) {
  return array != nullptr && runtime.arrays().count(array) != 0;
}

namespace {

/// Why an array of this extent is none; empty: it is one (Programming Guide, "Technical
/// Specifications").
std::string why_no_array(const DeviceProfile& profile, const cudaExtent& extent, bool layered) {
  if (extent.width == 0) {
    return "the width is 0";
  }
  if (layered ? extent.depth == 0 : extent.height == 0 && extent.depth != 0) {
    return layered ? "there are no layers (depth is 0)"
                   : "the height is 0 but the depth is not: without cudaArrayLayered that is no "
                     "array of three dimensions";
  }
  const cudaDeviceProp most = properties_of(profile);
  const bool is_line = extent.height == 0;
  cudaExtent limit{static_cast<std::size_t>(most.maxTexture2D[0]),
                   static_cast<std::size_t>(most.maxTexture2D[1]), 0};
  if (layered) {
    const int* sides = is_line ? most.maxTexture1DLayered : most.maxTexture2DLayered;
    limit = {static_cast<std::size_t>(sides[0]), is_line ? 0 : static_cast<std::size_t>(sides[1]),
             static_cast<std::size_t>(sides[is_line ? 1 : 2])};
  } else if (is_line) {
    limit = {static_cast<std::size_t>(most.maxTexture1D), 0, 0};
  } else if (extent.depth != 0) {
    limit = {static_cast<std::size_t>(most.maxTexture3D[0]),
             static_cast<std::size_t>(most.maxTexture3D[1]),
             static_cast<std::size_t>(most.maxTexture3DAlt[2])};
  }
  if (extent.width <= limit.width && extent.height <= limit.height && extent.depth <= limit.depth) {
    return {};
  }
  return fmt::format(
      "{} x {} x {} is more than the {} x {} x {} texels that this device has for "
      "such an array (cudaDeviceProp::maxTexture...)",
      extent.width, extent.height, extent.depth, limit.width, limit.height, limit.depth);
}

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                       unsigned flags) {
  const std::string origin = take_origin();
  return call([&](Runtime& runtime) {
    constexpr unsigned kKnown =
        cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
    if (array == nullptr || format == nullptr || (flags & ~kKnown) != 0) {
      return cudaErrorInvalidValue;
    }
    *array = nullptr;
    if (const std::string why =
            why_no_array(runtime.profile(), extent, (flags & cudaArrayLayered) != 0);
        !why.empty()) {
      runtime.recorder().reason(fmt::format("{}: {}", current_call().api, why));
      return cudaErrorInvalidValue;
    }
    const Texels texels = texels_of(*format);
    if (texels.channels == 0) {
      runtime.recorder().reason(
          fmt::format("{}: texels have 1, 2 or 4 channels that are alike, of 8, 16 or 32 bits",
                      current_call().api));
      return cudaErrorInvalidChannelDescriptor;
    }
    cudaArray made{*format,
                   extent,
                   flags,
                   times(extent.width, texels.bytes()),
                   std::max<std::size_t>(extent.height, 1),
                   std::max<std::size_t>(extent.depth, 1),
                   0};
    const Allocation* allocation = runtime.memory().allocate(times(made.slice_bytes(), made.slices),
                                                             AllocationKind::kDevice, {}, origin);
    if (allocation == nullptr) {
      runtime.recorder().reason(fmt::format("no room for an array of {} x {} x {} texels",
                                            extent.width, extent.height, extent.depth));
      return cudaErrorMemoryAllocation;
    }
    made.data = allocation->begin;
    for (RuntimeObserver* observer : observers()) {
      observer->array_made(runtime, made);
    }
    *array = runtime.add_array(made);
    return cudaSuccess;
  });
}

/// The side of a copy that lies in an array from byte `x` of row `y` on.
struct Corner {
  cudaArray_const_t array = nullptr;
  std::size_t x = 0, y = 0;
};

/// Fills in `side`; says what is wrong if `copy` does not fit there.
cudaError_t place_rows(Runtime& runtime, const Copy& copy, const Corner& corner, Side& side) {
  if (!is_array(runtime, corner.array)) {
    return cudaErrorInvalidResourceHandle;
  }
  const cudaArray& array = *corner.array;
  if (corner.x > array.row_bytes || copy.width > array.row_bytes - corner.x ||
      corner.y > array.rows || copy.height > array.rows - corner.y) {
    runtime.recorder().host_fault(
        FaultKind::kInvalidCopy,
        fmt::format("{}: {} rows of {} bytes from byte {} of row {} do not fit into an array of {} "
                    "rows of {} bytes. Widths and x offsets of these calls are in bytes.",
                    copy.api, copy.height, copy.width, corner.x, corner.y, array.rows,
                    array.row_bytes));
    return cudaErrorInvalidValue;
  }
  side = {pointer_to(array.data + corner.y * array.row_bytes + corner.x), array.row_bytes};
  return cudaSuccess;
}

/// Where a run of `copy.width` bytes lies that may go on over the ends of rows, as
/// cudaMemcpyToArray counts them; rows follow each other without gaps here.
cudaError_t place_run(Runtime& runtime, const Copy& copy, const Corner& corner, Side& side) {
  if (!is_array(runtime, corner.array)) {
    return cudaErrorInvalidResourceHandle;
  }
  const cudaArray& array = *corner.array;
  const std::size_t begin = plus(times(corner.y, array.row_bytes), corner.x);
  if (begin > array.slice_bytes() || copy.width > array.slice_bytes() - begin) {
    runtime.recorder().host_fault(
        FaultKind::kInvalidCopy,
        fmt::format("{}: {} bytes from byte {} on do not fit into an array of {} bytes. Count "
                    "bytes, and compare with the array's size.",
                    copy.api, copy.width, begin, array.slice_bytes()));
    return cudaErrorInvalidValue;
  }
  side = {pointer_to(array.data + begin), copy.width};
  return cudaSuccess;
}

using Placer = cudaError_t (*)(Runtime&, const Copy&, const Corner&, Side&);

/// A copy whose sides are arrays where a corner names one. A pitch that is too small comes before
/// what does not fit.
cudaError_t copy_corners(Placer place, Copy copy, const Corner* to, const Corner* from) {
  return call([&](Runtime& runtime) {
    cudaError_t error = check_pitches(runtime, copy, to == nullptr, from == nullptr);
    if (error == cudaSuccess && to != nullptr) {
      error = place(runtime, copy, *to, copy.to);
    }
    if (error == cudaSuccess && from != nullptr) {
      error = place(runtime, copy, *from, copy.from);
    }
    return error == cudaSuccess ? copy_now(runtime, copy) : error;
  });
}

Copy rows(const char* api, std::size_t width, std::size_t height, cudaMemcpyKind kind,
          cudaStream_t stream, bool async) {
  return {{}, {}, width, height, kind, stream, async, api};
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (format == nullptr || !is_array(runtime, array)) {
      return format == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    }
    *format = array->format;
    return cudaSuccess;
  });
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned int flags) {
  WARPSCHOOL_API;
  return make_array(array, format, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
  WARPSCHOOL_API;
  return make_array(array, format, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (const cudaError_t error = check_unsafe_call(runtime); error != cudaSuccess) {
      return error;
    }
    runtime.host_waits_for_all();
    const cudaError_t error = runtime.synchronised();
    if (error != cudaSuccess || array == nullptr) {
      return error;
    }
    if (!is_array(runtime, array)) {
      runtime.recorder().host_fault(FaultKind::kInvalidFree,
                                    "cudaFreeArray: there is no such array; it has been freed "
                                    "already, or the handle was never set. Free each array once.");
      return cudaErrorInvalidResourceHandle;
    }
    runtime.memory().release(array->data, current_call().return_address);
    runtime.remove_array(array);
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (!is_array(runtime, array)) {
      return cudaErrorInvalidResourceHandle;
    }
    if (format != nullptr) {
      *format = array->format;
    }
    if (extent != nullptr) {
      *extent = array->extent;
    }
    if (flags != nullptr) {
      *flags = array->flags;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void* from,
                                size_t from_pitch, size_t width, size_t height,
                                cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, width, height, kind, nullptr, false);
  copy.from = {from, from_pitch};
  const Corner corner{to, x_bytes, y};
  return copy_corners(place_rows, copy, &corner, nullptr);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void* from,
                                     size_t from_pitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, width, height, kind, stream, true);
  copy.from = {from, from_pitch};
  const Corner corner{to, x_bytes, y};
  return copy_corners(place_rows, copy, &corner, nullptr);
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t to_pitch, cudaArray_const_t from, size_t x_bytes,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, width, height, kind, nullptr, false);
  copy.to = {to, to_pitch};
  const Corner corner{from, x_bytes, y};
  return copy_corners(place_rows, copy, nullptr, &corner);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t to_pitch, cudaArray_const_t from,
                                       size_t x_bytes, size_t y, size_t width, size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, width, height, kind, stream, true);
  copy.to = {to, to_pitch};
  const Corner corner{from, x_bytes, y};
  return copy_corners(place_rows, copy, nullptr, &corner);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x_bytes, size_t to_y,
                                     cudaArray_const_t from, size_t from_x_bytes, size_t from_y,
                                     size_t width, size_t height, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  const Corner there{to, to_x_bytes, to_y};
  const Corner here{from, from_x_bytes, from_y};
  return copy_corners(place_rows, rows(__func__, width, height, kind, nullptr, false), &there,
                      &here);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void* from,
                              size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, bytes, 1, kind, nullptr, false);
  copy.from = {from, bytes};
  const Corner corner{to, x_bytes, y};
  return copy_corners(place_run, copy, &corner, nullptr);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void* from,
                                   size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, bytes, 1, kind, stream, true);
  copy.from = {from, bytes};
  const Corner corner{to, x_bytes, y};
  return copy_corners(place_run, copy, &corner, nullptr);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x_bytes, size_t y,
                                size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, bytes, 1, kind, nullptr, false);
  copy.to = {to, bytes};
  const Corner corner{from, x_bytes, y};
  return copy_corners(place_run, copy, nullptr, &corner);
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x_bytes, size_t y,
                                     size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  WARPSCHOOL_API;
  Copy copy = rows(__func__, bytes, 1, kind, stream, true);
  copy.to = {to, bytes};
  const Corner corner{from, x_bytes, y};
  return copy_corners(place_run, copy, nullptr, &corner);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x_bytes, size_t to_y,
                                   cudaArray_const_t from, size_t from_x_bytes, size_t from_y,
                                   size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  const Corner there{to, to_x_bytes, to_y};
  const Corner here{from, from_x_bytes, from_y};
  return copy_corners(place_run, rows(__func__, bytes, 1, kind, nullptr, false), &there, &here);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
