/* Surface reads and writes as plain loads and stores (CUDA C++ Programming Guide, appendix "Surface Functions"). x counts bytes;
 * an access outside the array is a fault, unless another mode is named. */
#ifndef WARPSCHOOL_SURFACE_H
#define WARPSCHOOL_SURFACE_H

#include "../texture_types.h"
#include "device_base.h"
#include "texture_record.h"

/* The address of what a surface function reads or writes, answered by the simulator: 0 outside, where the mode is zero. */
WS_EXTERN __attribute__((const)) unsigned long long __ws_surface(unsigned long long surface, long long x, long long y,
                                                                 long long z, unsigned long long what);

template <class T>
WS_DEVICE T* warpschool_surface(cudaSurfaceObject_t surface, int x, int y, int z, int geometry, cudaSurfaceBoundaryMode mode) {
  return reinterpret_cast<T*>(
      __ws_surface(surface, x, y, z, (unsigned)(geometry | mode << kWarpschoolModeShift | sizeof(T) << kWarpschoolBytesShift)));
}

#define WS_UNPACK(...) __VA_ARGS__
#define WS_SURFACE(name, coordinates, x, y, z, geometry)                                                                    \
  template <class T>                                                                                                        \
  WS_DEVICE T name##read(cudaSurfaceObject_t surface, WS_UNPACK coordinates,                                                \
                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                             \
    const T* at = warpschool_surface<T>(surface, x, y, z, geometry, mode);                                                  \
    return at == nullptr ? T() : *at;                                                                                       \
  }                                                                                                                         \
  template <class T>                                                                                                        \
  WS_DEVICE void name##read(T* result, cudaSurfaceObject_t surface, WS_UNPACK coordinates,                                  \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                          \
    const T* at = warpschool_surface<T>(surface, x, y, z, geometry, mode);                                                  \
    *result = at == nullptr ? T() : *at;                                                                                    \
  }                                                                                                                         \
  template <class T>                                                                                                        \
  WS_DEVICE void name##write(T value, cudaSurfaceObject_t surface, WS_UNPACK coordinates,                                   \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                         \
    T* at = warpschool_surface<T>(surface, x, y, z, geometry | kWarpschoolWrites, mode);                                    \
    if (at != nullptr) {                                                                                                    \
      *at = value;                                                                                                          \
    }                                                                                                                       \
  }
WS_SURFACE(surf1D, (int x), x, 0, 0, kWarpschool1D)
WS_SURFACE(surf2D, (int x, int y), x, y, 0, kWarpschool2D)
WS_SURFACE(surf3D, (int x, int y, int z), x, y, z, kWarpschool3D)
WS_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer, kWarpschool1DLayered)
WS_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer, kWarpschool2DLayered)
#undef WS_SURFACE
#undef WS_UNPACK

#endif
