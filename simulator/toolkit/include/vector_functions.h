/* make_float4 and its kin. */
#ifndef WARPSCHOOL_VECTOR_FUNCTIONS_H
#define WARPSCHOOL_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__ /* programs and their helpers ask for it by this name */

#include "vector_types.h"

#ifdef __cplusplus
#define WARPSCHOOL_MAKE(name, type)                                                                                  \
  __host__ __device__ constexpr name##1 make_##name##1(type x) { return name##1{x}; }                                \
  __host__ __device__ constexpr name##2 make_##name##2(type x, type y) { return name##2{x, y}; }                     \
  __host__ __device__ constexpr name##3 make_##name##3(type x, type y, type z) { return name##3{x, y, z}; }          \
  __host__ __device__ constexpr name##4 make_##name##4(type x, type y, type z, type w) { return name##4{x, y, z, w}; }

WARPSCHOOL_MAKE(char, signed char)
WARPSCHOOL_MAKE(uchar, unsigned char)
WARPSCHOOL_MAKE(short, short)
WARPSCHOOL_MAKE(ushort, unsigned short)
WARPSCHOOL_MAKE(int, int)
WARPSCHOOL_MAKE(uint, unsigned int)
WARPSCHOOL_MAKE(long, long)
WARPSCHOOL_MAKE(ulong, unsigned long)
WARPSCHOOL_MAKE(longlong, long long)
WARPSCHOOL_MAKE(ulonglong, unsigned long long)
WARPSCHOOL_MAKE(float, float)
WARPSCHOOL_MAKE(double, double)
#undef WARPSCHOOL_MAKE
#endif

#endif
