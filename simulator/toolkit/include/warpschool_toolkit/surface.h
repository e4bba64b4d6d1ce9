/* Surface reads and writes as plain loads and stores (CUDA C++ Programming Guide, appendix "Surface Functions"). x counts bytes;
 * an access outside the array traps, unless another mode is named. */
#ifndef WARPSCHOOL_SURFACE_H
#define WARPSCHOOL_SURFACE_H

#include "../texture_types.h"
#include "device_base.h"
#include "texture_record.h"

WS_DEVICE bool warpschool_inside(int at, int bytes, int limit) { return at >= 0 && at + bytes <= limit; }
WS_DEVICE int warpschool_clamp(int at, int limit) { return at < 0 ? 0 : (at < limit ? at : limit - 1); }

/* The place of `bytes` bytes; nullptr outside, where the mode is zero. */
WS_DEVICE unsigned char* warpschool_surface(cudaSurfaceObject_t surface, int x, int y, int z, int bytes, int mode) {
  const WarpschoolTexture& t = *reinterpret_cast<const WarpschoolTexture*>(surface);
  const int row_bytes = (int)(t.width * t.channels * t.channel_bytes);
  if (!warpschool_inside(x, bytes, row_bytes) || !warpschool_inside(y, 1, t.height) || !warpschool_inside(z, 1, t.depth)) {
    if (mode == cudaBoundaryModeZero) {
      return nullptr;
    }
    if (mode == cudaBoundaryModeTrap) {
      __asm__ __volatile__("trap;");
    }
    x = warpschool_clamp(x / bytes, row_bytes / bytes) * bytes;
    y = warpschool_clamp(y, t.height);
    z = warpschool_clamp(z, t.depth);
  }
  return reinterpret_cast<unsigned char*>(t.data) + t.slice_pitch * (unsigned int)z + t.pitch * (unsigned int)y +
         (unsigned int)x;
}

#define WS_UNPACK(...) __VA_ARGS__
#define WS_SURFACE(name, coordinates, x, y, z)                                                                              \
  template <class T>                                                                                                        \
  WS_DEVICE T name##read(cudaSurfaceObject_t surface, WS_UNPACK coordinates,                                                \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                             \
    const unsigned char* at = warpschool_surface(surface, x, y, z, (int)sizeof(T), (int)mode);                              \
    return at == nullptr ? T() : *reinterpret_cast<const T*>(at);                                                           \
  }                                                                                                                         \
  template <class T>                                                                                                        \
  WS_DEVICE void name##read(T* result, cudaSurfaceObject_t surface, WS_UNPACK coordinates,                                  \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                          \
    const unsigned char* at = warpschool_surface(surface, x, y, z, (int)sizeof(T), (int)mode);                              \
    *result = at == nullptr ? T() : *reinterpret_cast<const T*>(at);                                                        \
  }                                                                                                                         \
  template <class T>                                                                                                        \
  WS_DEVICE void name##write(T value, cudaSurfaceObject_t surface, WS_UNPACK coordinates,                                   \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                         \
    unsigned char* at = warpschool_surface(surface, x, y, z, (int)sizeof(T), (int)mode);                                    \
    if (at != nullptr) {                                                                                                    \
      *reinterpret_cast<T*>(at) = value;                                                                                    \
    }                                                                                                                       \
  }
WS_SURFACE(surf1D, (int x), x, 0, 0)
WS_SURFACE(surf2D, (int x, int y), x, y, 0)
WS_SURFACE(surf3D, (int x, int y, int z), x, y, z)
WS_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
WS_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef WS_SURFACE
#undef WS_UNPACK

#endif
