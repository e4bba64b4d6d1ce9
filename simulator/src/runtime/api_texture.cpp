// Arrays and texture objects. An array is pitched device memory; a texture object is the address of
// a record in device memory that the toolkit's tex2D and its kin read
// (warpschool_toolkit/texture_record.h).
#include "runtime/copy_engine.hpp"
#include "runtime/runtime.hpp"

#include <cstring>
#include <fmt/format.h>
#include <warpschool_toolkit/texture_record.h>

/// The handle's type is part of the API.
struct cudaArray {
  cudaChannelFormatDesc format;
  std::size_t width, height;  ///< texels
  std::size_t row_bytes;
  warpschool::sim::DeviceAddress data;
};

namespace warpschool::sim::runtime {
namespace {

struct Texels {
  std::size_t channels = 0;
  std::size_t channel_bytes = 0;
  std::size_t bytes() const { return channels * channel_bytes; }
};

/// Channels must be alike, 8, 16 or 32 bits; nothing of it: zero channels.
Texels texels_of(const cudaChannelFormatDesc& format) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  Texels texels;
  for (const int channel : bits) {
    if (channel == 0) {
      continue;
    }
    if (channel != format.x || (channel != 8 && channel != 16 && channel != 32)) {
      return {};
    }
    ++texels.channels;
  }
  texels.channel_bytes = static_cast<std::size_t>(format.x) / 8;
  return texels;
}

/// The memory, size and format that a resource description names; false if it names none.
bool describe_resource(const cudaResourceDesc& resource, WarpschoolTexture& record,
                       cudaChannelFormatDesc& format) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray& array = *resource.res.array.array;
      format = array.format;
      record.data = array.data;
      record.pitch = array.row_bytes;
      record.width = static_cast<int>(array.width);
      record.height = static_cast<int>(array.height);
      return true;
    }
    case cudaResourceTypeLinear: {
      format = resource.res.linear.desc;
      const std::size_t bytes = texels_of(format).bytes();
      record.data = address_of(resource.res.linear.devPtr);
      record.pitch = resource.res.linear.sizeInBytes;
      record.width = bytes == 0 ? 0 : static_cast<int>(resource.res.linear.sizeInBytes / bytes);
      record.height = 1;
      return true;
    }
    case cudaResourceTypePitch2D:
      format = resource.res.pitch2D.desc;
      record.data = address_of(resource.res.pitch2D.devPtr);
      record.pitch = resource.res.pitch2D.pitchInBytes;
      record.width = static_cast<int>(resource.res.pitch2D.width);
      record.height = static_cast<int>(resource.res.pitch2D.height);
      return true;
  }
  return false;
}

/// Empty, or why the combination is refused.
const char* describe_sampling(const cudaTextureDesc& description,
                              const cudaChannelFormatDesc& format, WarpschoolTexture& record) {
  const Texels texels = texels_of(format);
  const bool is_float = format.f == cudaChannelFormatKindFloat;
  if (texels.channels == 0) {
    return "channels of a texture are alike and have 8, 16 or 32 bits";
  }
  const bool to_float = description.readMode == cudaReadModeNormalizedFloat && !is_float;
  if (to_float && texels.channel_bytes == 4) {
    return "cudaReadModeNormalizedFloat wants channels of 8 or 16 bits";
  }
  if (description.filterMode == cudaFilterModeLinear && !is_float && !to_float) {
    return "linear filtering wants floats, or integers read with cudaReadModeNormalizedFloat";
  }
  record.channel_bytes = static_cast<int>(texels.channel_bytes);
  record.kind = format.f;
  for (int axis = 0; axis < 2; ++axis) {
    const cudaTextureAddressMode mode = description.addressMode[axis];
    const bool wants_normalized = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    // Without normalised coordinates a device clamps instead.
    record.address_mode[axis] =
        wants_normalized && description.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
  }
  record.linear = description.filterMode == cudaFilterModeLinear ? 1 : 0;
  record.normalized = description.normalizedCoords != 0 ? 1 : 0;
  record.to_float = to_float ? 1 : 0;
  std::memcpy(record.border, description.borderColor, sizeof(record.border));
  return nullptr;
}

/// A copy between an array from byte `x`, row `y` on and the memory of `other`.
cudaError_t copy_array(Copy copy, const cudaArray* array, std::size_t x, std::size_t y,
                       bool to_array) {
  return call([&](Runtime& runtime) {
    if (array == nullptr) {
      return cudaErrorInvalidResourceHandle;
    }
    if (x > array->row_bytes || copy.width > array->row_bytes - x || y > array->height ||
        copy.height > array->height - y) {
      runtime.recorder().note(fmt::format(
          "{}: {} rows of {} bytes from ({}, {}) do not fit into an array of {} rows of {} bytes",
          copy.api, copy.height, copy.width, x, y, array->height, array->row_bytes));
      return cudaErrorInvalidValue;
    }
    Side& side = to_array ? copy.to : copy.from;
    side = {pointer_to(array->data + y * array->row_bytes + x), array->row_bytes};
    return copy_now(runtime, copy);
  });
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
  if (format == nullptr || array == nullptr) {
    return cudaErrorInvalidValue;
  }
  *format = array->format;
  return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned int) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (array == nullptr || format == nullptr || width == 0 || texels_of(*format).channels == 0) {
      return cudaErrorInvalidValue;
    }
    const std::size_t rows = height == 0 ? 1 : height;
    const std::size_t row_bytes = width * texels_of(*format).bytes();
    const Allocation* allocation =
        runtime.memory().allocate(row_bytes * rows, AllocationKind::kDevice, {}, {});
    if (allocation == nullptr) {
      return cudaErrorMemoryAllocation;
    }
    *array = new cudaArray{*format, width, rows, row_bytes, allocation->begin};
    return cudaSuccess;
  });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (array != nullptr) {
      runtime.memory().release(array->data);
      delete array;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void* from,
                                size_t from_pitch, size_t width, size_t height,
                                cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return copy_array(
      {{}, {from, from_pitch}, width, height, kind, nullptr, false, "cudaMemcpy2DToArray"}, to,
      x_bytes, y, true);
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t to_pitch, cudaArray_const_t from, size_t x_bytes,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  return copy_array(
      {{to, to_pitch}, {}, width, height, kind, nullptr, false, "cudaMemcpy2DFromArray"}, from,
      x_bytes, y, false);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void* from,
                              size_t bytes, cudaMemcpyKind kind) {
  WARPSCHOOL_API;
  const std::size_t row = to == nullptr ? bytes : to->row_bytes;
  if (x_bytes != 0 || row == 0 || bytes % row != 0) {
    return cudaErrorInvalidValue;
  }
  return copy_array({{}, {from, row}, row, bytes / row, kind, nullptr, false, "cudaMemcpyToArray"},
                    to, x_bytes, y, true);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const struct cudaResourceViewDesc*) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (texture == nullptr || resource == nullptr || description == nullptr) {
      return cudaErrorInvalidValue;
    }
    WarpschoolTexture record;
    std::memset(&record, 0, sizeof(record));
    cudaChannelFormatDesc format{};
    if (!describe_resource(*resource, record, format) ||
        runtime.memory().find(record.data) == nullptr) {
      return cudaErrorInvalidValue;
    }
    if (const char* why = describe_sampling(*description, format, record); why != nullptr) {
      runtime.recorder().note(fmt::format("cudaCreateTextureObject: {}", why));
      return cudaErrorInvalidValue;
    }
    const Allocation* place =
        runtime.memory().allocate(sizeof(record), AllocationKind::kModuleGlobal, "texture object");
    if (place == nullptr) {
      return cudaErrorMemoryAllocation;
    }
    std::memcpy(runtime.memory().translate(place->begin, sizeof(record)), &record, sizeof(record));
    *texture = place->begin;
    return cudaSuccess;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    return runtime.memory().release(texture) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
