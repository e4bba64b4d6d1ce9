/* Built-in vector types (CUDA C++ Programming Guide, "Built-in Vector Types"): members x, y, z, w; 8- and 16-byte vectors
 * are aligned so that one load fetches them. */
#ifndef WARPSCHOOL_VECTOR_TYPES_H
#define WARPSCHOOL_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ /* programs and their helpers ask for it by this name */

#include "host_defines.h"

#define WARPSCHOOL_VECTOR(name, type, align2, align4)             \
  struct name##1 { type x; };                                     \
  struct __align__(align2) name##2 { type x, y; };                \
  struct name##3 { type x, y, z; };                               \
  struct __align__(align4) name##4 { type x, y, z, w; };          \
  typedef struct name##1 name##1;                                 \
  typedef struct name##2 name##2;                                 \
  typedef struct name##3 name##3;                                 \
  typedef struct name##4 name##4;

WARPSCHOOL_VECTOR(char, signed char, 2, 4)
WARPSCHOOL_VECTOR(uchar, unsigned char, 2, 4)
WARPSCHOOL_VECTOR(short, short, 4, 8)
WARPSCHOOL_VECTOR(ushort, unsigned short, 4, 8)
WARPSCHOOL_VECTOR(int, int, 8, 16)
WARPSCHOOL_VECTOR(uint, unsigned int, 8, 16)
WARPSCHOOL_VECTOR(long, long, 16, 16)
WARPSCHOOL_VECTOR(ulong, unsigned long, 16, 16)
WARPSCHOOL_VECTOR(longlong, long long, 16, 16)
WARPSCHOOL_VECTOR(ulonglong, unsigned long long, 16, 16)
WARPSCHOOL_VECTOR(float, float, 8, 16)
WARPSCHOOL_VECTOR(double, double, 16, 16)
#undef WARPSCHOOL_VECTOR

/* Extents of a grid or a block; what is left out is 1. */
#ifdef __cplusplus
struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
#else
typedef struct dim3 { unsigned int x, y, z; } dim3;
#endif

#endif
