/* Texture references, as programs up to CUDA 11 have them: simcc includes this where a source says texture<...>. In kernels a
 * reference is a variable of the device that holds a texture object; a call that binds makes that object, with the settings that
 * the reference then has on the host. */
#ifndef WARPSCHOOL_TEXTURE_REFERENCES_H
#define WARPSCHOOL_TEXTURE_REFERENCES_H

#include "api_templates.h"
#include "texture.h"

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  mutable cudaTextureObject_t warpschool_bound; /* 0: nothing */
  mutable size_t warpschool_offset;             /* bytes from where the object begins to what was bound */
};

template <class T, int kType = cudaTextureType1D, cudaTextureReadMode kMode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type,
                      deprecated("CUDA 12 has no texture references: make a texture object with cudaCreateTextureObject")))
texture : textureReference {
  __host__ texture(int is_normalized, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc format)
      : textureReference() {
    normalized = is_normalized;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = format;
  }
  __host__ texture(int is_normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                   cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(is_normalized, filter, address, cudaCreateChannelDesc<T>()) {}
};

/* The runtime's cuMemGetAddressRange, under a name that cuda.h does not declare. */
extern "C" int warpschool_address_range(unsigned long long* begin, size_t* bytes, unsigned long long address)
    __asm__("cuMemGetAddressRange");

namespace warpschool_details {

/* Memory that begins at no multiple of this is bound from the multiple before it; fetches add the offset. */
constexpr size_t kTextureAlignment = 512;

WS_HOST_INLINE cudaError_t hold_texture(const textureReference& reference, cudaTextureObject_t object) {
  const cudaTextureObject_t before = reference.warpschool_bound;
  reference.warpschool_bound = object;
  reference.warpschool_offset = 0;
  const cudaError_t error = ::cudaMemcpyToSymbol((const void*)&reference, &object, sizeof(object), 0, cudaMemcpyHostToDevice);
  return error != cudaSuccess ? error : ::cudaDestroyTextureObject(before);
}

WS_HOST_INLINE cudaError_t bind_texture(const textureReference& reference, cudaTextureReadMode mode, const cudaResourceDesc& resource) {
  cudaTextureDesc description = {};
  for (int axis = 0; axis < 3; ++axis) {
    description.addressMode[axis] = reference.addressMode[axis];
  }
  description.filterMode = reference.filterMode;
  description.readMode = mode;
  description.normalizedCoords = reference.normalized;
  cudaTextureObject_t object = 0;
  const cudaError_t error = ::cudaCreateTextureObject(&object, &resource, &description, nullptr);
  return error != cudaSuccess ? error : hold_texture(reference, object);
}

/* Where an object can begin that has the byte at `memory`; 0 if that is elsewhere and the program did not ask where. */
WS_HOST_INLINE char* texture_begin(const void* memory, const size_t* offset) {
  const size_t rest = (size_t)memory % kTextureAlignment;
  return rest != 0 && offset == nullptr ? nullptr : (char*)memory - rest;
}

}  // namespace warpschool_details

template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaBindTexture(size_t* offset, const texture<T, kType, kMode>& reference, const void* memory,
                                           const cudaChannelFormatDesc& format, size_t bytes = 0xffffffffu) {
  char* const begin = warpschool_details::texture_begin(memory, offset);
  const size_t rest = (size_t)((const char*)memory - begin);
  if (bytes == 0xffffffffu) { /* all that there is */
    unsigned long long first = 0;
    size_t size = 0;
    (void)warpschool_address_range(&first, &size, (unsigned long long)memory);
    bytes = (size_t)(first + size - (unsigned long long)memory);
  }
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = begin;
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = bytes + (begin == nullptr ? 0 : rest);
  const cudaError_t error = warpschool_details::bind_texture(reference, kMode, resource);
  if (error == cudaSuccess && offset != nullptr) {
    *offset = reference.warpschool_offset = rest;
  }
  return error;
}
template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaBindTexture(size_t* offset, const texture<T, kType, kMode>& reference, const void* memory,
                                           size_t bytes = 0xffffffffu) {
  return cudaBindTexture(offset, reference, memory, reference.channelDesc, bytes);
}

template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, kType, kMode>& reference, const void* memory,
                                             const cudaChannelFormatDesc& format, size_t width, size_t height, size_t pitch) {
  char* const begin = warpschool_details::texture_begin(memory, offset);
  const size_t rest = begin == nullptr ? 0 : (size_t)((const char*)memory - begin);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = begin;
  resource.res.pitch2D.desc = format;
  resource.res.pitch2D.width = width + rest / sizeof(T);
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  const cudaError_t error = warpschool_details::bind_texture(reference, kMode, resource);
  if (error == cudaSuccess && offset != nullptr) {
    *offset = reference.warpschool_offset = rest;
  }
  return error;
}
template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, kType, kMode>& reference, const void* memory,
                                             size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, reference, memory, reference.channelDesc, width, height, pitch);
}

template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaBindTextureToArray(const texture<T, kType, kMode>& reference, cudaArray_const_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = (cudaArray_t)array;
  return warpschool_details::bind_texture(reference, kMode, resource);
}
template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaBindTextureToArray(const texture<T, kType, kMode>& reference, cudaArray_const_t array,
                                                  const cudaChannelFormatDesc&) {
  return cudaBindTextureToArray(reference, array);
}

template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaUnbindTexture(const texture<T, kType, kMode>& reference) {
  return warpschool_details::hold_texture(reference, 0);
}
template <class T, int kType, cudaTextureReadMode kMode>
WS_HOST_INLINE cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const texture<T, kType, kMode>& reference) {
  *offset = reference.warpschool_offset;
  return reference.warpschool_bound == 0 ? cudaErrorInvalidTextureBinding : cudaSuccess;
}

namespace warpschool_details {

template <int kCount>
struct Floats;
template <>
struct Floats<1> { typedef float Type; };
template <>
struct Floats<2> { typedef float2 Type; };
template <>
struct Floats<4> { typedef float4 Type; };

/* What a fetch gives. */
template <class T, cudaTextureReadMode kMode>
struct Fetched { typedef T Type; };
template <class T>
struct Fetched<T, cudaReadModeNormalizedFloat> { typedef typename Floats<WarpschoolTexel<T>::kCount>::Type Type; };

/* The object that a reference holds: in kernels its value is where it lies. */
template <class Reference>
WS_DEVICE cudaTextureObject_t object_of(Reference reference) {
  const cudaTextureObject_t* place;
  __asm__("mov.b64 %0, %1;" : "=l"(place) : "l"(reference));
  return *place;
}

}  // namespace warpschool_details

#define WS_UNPACK(...) __VA_ARGS__
#define WS_FETCH(name, type, parameters, arguments)                                                                         \
  template <class T, cudaTextureReadMode kMode>                                                                             \
  WS_DEVICE typename warpschool_details::Fetched<T, kMode>::Type name(texture<T, type, kMode> reference,                    \
                                                                      WS_UNPACK parameters) {                              \
    return name<typename warpschool_details::Fetched<T, kMode>::Type>(warpschool_details::object_of(reference),             \
                                                                      WS_UNPACK arguments);                                \
  }
WS_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (x))
WS_FETCH(tex1D, cudaTextureType1D, (float x), (x))
WS_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y))
WS_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
WS_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
WS_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
WS_FETCH(tex2Dgather, cudaTextureType2D, (float x, float y, int channel = 0), (x, y, channel))
#undef WS_FETCH
#undef WS_UNPACK

#endif
