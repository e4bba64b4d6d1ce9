// Texture and surface objects: the address of a record in device memory that the toolkit's tex2D,
// surf2Dread and their kin read (warpschool_toolkit/texture_record.h).
#include "runtime/copies/arrays.hpp"
#include "runtime/core/runtime.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <warpschool_toolkit/texture_record.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kTexturePitchAlignment = 32;  // cudaDeviceProp::texturePitchAlignment
constexpr std::size_t kTextureAlignment = 512;

/// An answer and, where it is an error, the reason in words.
struct Verdict {
  cudaError_t error = cudaSuccess;
  std::string why;
};

int geometry_of(const cudaArray& array) {
  if ((array.flags & cudaArrayLayered) != 0) {
    return array.extent.height == 0 ? kWarpschool1DLayered : kWarpschool2DLayered;
  }
  if (array.extent.depth != 0) {
    return kWarpschool3D;
  }
  return array.extent.height == 0 ? kWarpschool1D : kWarpschool2D;
}

void describe_array(const cudaArray& array, WarpschoolTexture& record) {
  record.geometry = geometry_of(array);
  record.data = array.data;
  record.pitch = array.row_bytes;
  record.slice_pitch = array.slice_bytes();
  record.width = static_cast<int>(array.extent.width);
  record.height = static_cast<int>(array.rows);
  record.depth = static_cast<int>(array.slices);
}

/// More texels than memory has: what lies there is looked at, too.
int as_int(std::size_t texels) {
  return static_cast<int>(
      std::min<std::size_t>(texels, static_cast<std::size_t>(std::numeric_limits<int>::max())));
}

Verdict check_alignment(DeviceAddress data) {
  if (data % kTextureAlignment == 0) {
    return {};
  }
  return {cudaErrorInvalidValue,
          fmt::format("devPtr is not a multiple of {} (cudaDeviceProp::textureAlignment): use what "
                      "cudaMalloc gave, and add an offset to the coordinates instead",
                      kTextureAlignment)};
}

/// Texels in a line: cudaResourceTypeLinear.
Verdict describe_line(Runtime& runtime, const cudaResourceDesc& resource, WarpschoolTexture& record,
                      cudaChannelFormatDesc& format) {
  const auto& linear = resource.res.linear;
  record.geometry = kWarpschoolLinear;
  format = linear.desc;
  const std::size_t bytes = texels_of(format).bytes();
  record.data = address_of(linear.devPtr);
  record.pitch = record.slice_pitch = linear.sizeInBytes;
  record.width = bytes == 0 ? 0 : as_int(linear.sizeInBytes / bytes);
  if (runtime.memory().find(record.data, linear.sizeInBytes) == nullptr) {
    return {cudaErrorInvalidValue, "devPtr with sizeInBytes does not lie in device memory"};
  }
  return check_alignment(record.data);
}

/// Rows of texels: cudaResourceTypePitch2D.
Verdict describe_plane(Runtime& runtime, const cudaResourceDesc& resource,
                       WarpschoolTexture& record, cudaChannelFormatDesc& format) {
  const auto& plane = resource.res.pitch2D;
  record.geometry = kWarpschool2D;
  format = plane.desc;
  record.data = address_of(plane.devPtr);
  record.pitch = plane.pitchInBytes;
  record.slice_pitch = times(plane.pitchInBytes, plane.height);
  record.width = as_int(plane.width);
  record.height = as_int(plane.height);
  if (plane.pitchInBytes % kTexturePitchAlignment != 0) {
    return {
        cudaErrorInvalidValue,
        fmt::format("pitchInBytes is {}, not a multiple of {}; cudaMallocPitch gives one that is",
                    plane.pitchInBytes, kTexturePitchAlignment)};
  }
  const std::size_t row = times(plane.width, texels_of(format).bytes());
  const std::size_t span =
      plane.height == 0 ? 0 : plus(times(plane.pitchInBytes, plane.height - 1), row);
  if (row == 0 || row > plane.pitchInBytes || runtime.memory().find(record.data, span) == nullptr) {
    return {cudaErrorInvalidValue, "devPtr, pitch and size do not lie in device memory"};
  }
  return check_alignment(record.data);
}

/// The memory, size and format that a resource description names.
Verdict describe_resource(Runtime& runtime, const cudaResourceDesc& resource,
                          WarpschoolTexture& record, cudaChannelFormatDesc& format) {
  record.height = record.depth = 1;
  switch (resource.resType) {
    case cudaResourceTypeArray:
      if (!is_array(runtime, resource.res.array.array)) {
        return {cudaErrorInvalidResourceHandle, "there is no such array"};
      }
      format = resource.res.array.array->format;
      describe_array(*resource.res.array.array, record);
      return {};
    case cudaResourceTypeMipmappedArray:
      return {cudaErrorNotSupported, "mipmapped arrays are not simulated"};
    case cudaResourceTypeLinear:
      return describe_line(runtime, resource, record, format);
    case cudaResourceTypePitch2D:
      return describe_plane(runtime, resource, record, format);
  }
  return {cudaErrorInvalidValue, "resType is none of the resource types"};
}

Verdict describe_format(const cudaChannelFormatDesc& format, WarpschoolTexture& record) {
  const Texels texels = texels_of(format);
  if (texels.channels == 0) {
    return {cudaErrorInvalidChannelDescriptor,
            "texels have 1, 2 or 4 channels that are alike, of 8, 16 or 32 bits"};
  }
  record.channels = static_cast<int>(texels.channels);
  record.channel_bytes = static_cast<int>(texels.channel_bytes);
  record.kind = format.f;
  return {};
}

/// A border colour takes the form of the texels: the nearest fraction that they can hold.
float as_stored(float colour, const WarpschoolTexture& record) {
  const bool is_signed = record.kind == cudaChannelFormatKindSigned;
  const int bits = 8 * record.channel_bytes - (is_signed ? 1 : 0);
  const auto largest = static_cast<float>((1 << bits) - 1);
  return std::round(std::clamp(colour, is_signed ? -1.0F : 0.0F, 1.0F) * largest) / largest;
}

Verdict describe_sampling(const cudaTextureDesc& description, WarpschoolTexture& record) {
  const bool is_float = record.kind == cudaChannelFormatKindFloat;
  const bool to_fraction = description.readMode == cudaReadModeNormalizedFloat && !is_float;
  const bool is_half_in_a_line = is_float && record.geometry == kWarpschoolLinear;
  if (description.readMode == cudaReadModeNormalizedFloat &&
      (record.channel_bytes == 4 || is_half_in_a_line)) {
    return {cudaErrorInvalidNormSetting,
            "cudaReadModeNormalizedFloat wants integers of 8 or 16 bits; cudaReadModeElementType "
            "reads texels as they are"};
  }
  if (description.filterMode == cudaFilterModeLinear && !is_float && !to_fraction) {
    return {cudaErrorInvalidFilterSetting,
            "linear filtering wants floats, or integers read with cudaReadModeNormalizedFloat"};
  }
  if (description.filterMode > cudaFilterModeLinear ||
      description.readMode > cudaReadModeNormalizedFloat) {
    return {cudaErrorInvalidValue, "filterMode or readMode is none of the modes"};
  }
  for (int axis = 0; axis < 3; ++axis) {
    const cudaTextureAddressMode mode = description.addressMode[axis];
    if (mode > cudaAddressModeBorder) {
      return {cudaErrorInvalidValue, "addressMode is none of the modes"};
    }
    const bool wants_normalized = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
    // Without normalised coordinates a device clamps instead.
    record.address_mode[axis] =
        wants_normalized && description.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
  }
  record.linear = description.filterMode == cudaFilterModeLinear ? 1 : 0;
  record.normalized = description.normalizedCoords != 0 ? 1 : 0;
  record.to_float = to_fraction || (is_float && record.channel_bytes == 2) ? 1 : 0;
  record.layout =
      record.to_float != 0 ? 0 : WARPSCHOOL_LAYOUT(record.channels, record.channel_bytes);
  for (std::size_t c = 0; c < 4; ++c) {
    record.border[c] =
        to_fraction ? as_stored(description.borderColor[c], record) : description.borderColor[c];
  }
  return {};
}

/// Puts the record where kernels read it. @param name what it is, for messages.
cudaError_t place_record(Runtime& runtime, const WarpschoolTexture& record, const char* name,
                         const TextureSource& source, unsigned long long* object) {
  const Allocation* place =
      runtime.memory().allocate(sizeof(record), AllocationKind::kModuleGlobal, name, take_origin());
  if (place == nullptr) {
    return cudaErrorMemoryAllocation;
  }
  std::memcpy(runtime.memory().translate(place->begin, sizeof(record)), &record, sizeof(record));
  *object = place->begin;
  runtime.textures()[place->begin] = source;
  return cudaSuccess;
}

cudaError_t refuse(Runtime& runtime, const Verdict& verdict) {
  runtime.recorder().reason(fmt::format("{}: {}", current_call().api, verdict.why));
  return verdict.error;
}

/// The array was given back first: nobody has fetched in between, which would have been a fault.
void note_array_freed_before(Runtime& runtime, const TextureSource& source) {
  const cudaResourceDesc& resource = source.resource;
  if (resource.resType != cudaResourceTypeArray || runtime.is_stopped() ||
      is_array(runtime, resource.res.array.array)) {
    return;
  }
  Fault note;
  note.kind = FaultKind::kInvalidFree;
  note.where = current_call().where_in_program();
  note.thread_count = 0;
  note.detail = fmt::format(
      "{}: the array that this object reads was freed before it. Give the object back first, then "
      "its array: a fetch in between would read memory that is gone",
      current_call().api);
  runtime.recorder().note(std::move(note));
}

/// 0 is no object and no mistake, as for cudaFree; on an H100 a second time is none either.
cudaError_t destroy(unsigned long long object) {
  return call([&](Runtime& runtime) {
    if (object == 0) {
      return cudaSuccess;
    }
    const auto found = runtime.textures().find(object);
    if (found == runtime.textures().end()) {
      return refuse(runtime, {cudaErrorInvalidValue, runtime.memory().find_freed(object) != nullptr
                                                         ? "the object was destroyed before"
                                                         : "there is no such object"});
    }
    note_array_freed_before(runtime, found->second);
    runtime.textures().erase(found);
    runtime.memory().release(object, current_call().return_address);
    return cudaSuccess;
  });
}

/// What an object was made from; `member` of the source goes to `out`.
template <class T>
cudaError_t look_up(T* out, unsigned long long object, T TextureSource::*member) {
  return call([&](Runtime& runtime) {
    const auto found = runtime.textures().find(object);
    if (out == nullptr || found == runtime.textures().end()) {
      return cudaErrorInvalidValue;
    }
    *out = found->second.*member;
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (texture == nullptr || resource == nullptr || description == nullptr) {
      return cudaErrorInvalidValue;
    }
    if (view != nullptr && view->format != cudaResViewFormatNone) {
      return refuse(runtime, {cudaErrorNotSupported, "resource views are not simulated"});
    }
    WarpschoolTexture record;
    std::memset(&record, 0, sizeof(record));
    cudaChannelFormatDesc format{};
    Verdict verdict = describe_resource(runtime, *resource, record, format);
    if (verdict.error == cudaSuccess) {
      verdict = describe_format(format, record);
    }
    if (verdict.error == cudaSuccess) {
      verdict = describe_sampling(*description, record);
    }
    return verdict.error != cudaSuccess
               ? refuse(runtime, verdict)
               : place_record(runtime, record, kTextureObject, {*resource, *description}, texture);
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  WARPSCHOOL_API;
  return destroy(texture);
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
  WARPSCHOOL_API;
  return look_up(resource, texture, &TextureSource::resource);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                            cudaTextureObject_t texture) {
  WARPSCHOOL_API;
  return look_up(description, texture, &TextureSource::description);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
  WARPSCHOOL_API;
  return call([&](Runtime& runtime) {
    if (surface == nullptr || resource == nullptr) {
      return cudaErrorInvalidValue;
    }
    if (resource->resType != cudaResourceTypeArray ||
        !is_array(runtime, resource->res.array.array)) {
      return refuse(runtime, {cudaErrorInvalidValue, "a surface is made from an array"});
    }
    const cudaArray& array = *resource->res.array.array;
    if ((array.flags & cudaArraySurfaceLoadStore) == 0) {
      return refuse(
          runtime, {cudaErrorInvalidValue, "the array was made without cudaArraySurfaceLoadStore"});
    }
    WarpschoolTexture record;
    std::memset(&record, 0, sizeof(record));
    describe_array(array, record);
    describe_format(array.format, record);
    return place_record(runtime, record, kSurfaceObject, {*resource, {}}, surface);
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  WARPSCHOOL_API;
  return destroy(surface);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
  WARPSCHOOL_API;
  return look_up(resource, surface, &TextureSource::resource);
}

}  // extern "C"

}  // namespace warpschool::sim::runtime
