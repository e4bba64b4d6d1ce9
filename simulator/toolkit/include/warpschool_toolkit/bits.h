/* Integer intrinsics, conversions between bit patterns, and loads with a cache hint. */
#ifndef WARPSCHOOL_BITS_H
#define WARPSCHOOL_BITS_H

#include "device_base.h"

WS_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
WS_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
/* clz and ctz of 0 are defined in CUDA, not in C */
WS_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned int)x); }
WS_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
WS_DEVICE int __ffs(int x) { return x == 0 ? 0 : __builtin_ctz((unsigned int)x) + 1; }
WS_DEVICE int __ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1; }
WS_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
WS_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
WS_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  int step = offset < 0 ? -1 : 1;
  int left = offset < 0 ? -offset : offset;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step) {
    bool set = ((mask >> bit) & 1u) != 0;
    if (offset == 0) {
      return set ? (unsigned int)bit : 0xffffffffu;
    }
    if (set && --left == 0) {
      return (unsigned int)bit;
    }
  }
  return 0xffffffffu;
}
WS_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  unsigned int result;
  __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selector));
  return result;
}
WS_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)((both << (shift & 31u)) >> 32);
}
WS_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)(both >> (shift & 31u));
}
WS_DEVICE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
WS_DEVICE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
WS_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
WS_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) { return (unsigned int)(((unsigned long long)x * y) >> 32); }
WS_DEVICE long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
WS_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return __nvvm_mulhi_ull(x, y); }
WS_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
WS_DEVICE unsigned int __uhadd(unsigned int x, unsigned int y) { return (unsigned int)(((unsigned long long)x + y) >> 1); }
WS_DEVICE unsigned int __sad(int x, int y, unsigned int z) { return z + (unsigned int)(x > y ? x - y : y - x); }
WS_DEVICE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }

WS_DEVICE int __float_as_int(float x) { return __nvvm_bitcast_f2i(x); }
WS_DEVICE unsigned int __float_as_uint(float x) { return (unsigned int)__nvvm_bitcast_f2i(x); }
WS_DEVICE float __int_as_float(int x) { return __nvvm_bitcast_i2f(x); }
WS_DEVICE float __uint_as_float(unsigned int x) { return __nvvm_bitcast_i2f((int)x); }
WS_DEVICE long long __double_as_longlong(double x) { return __nvvm_bitcast_d2ll(x); }
WS_DEVICE double __longlong_as_double(long long x) { return __nvvm_bitcast_ll2d(x); }
WS_DEVICE int __double2hiint(double x) { return (int)(__nvvm_bitcast_d2ll(x) >> 32); }
WS_DEVICE int __double2loint(double x) { return (int)__nvvm_bitcast_d2ll(x); }
WS_DEVICE double __hiloint2double(int high, int low) {
  return __nvvm_bitcast_ll2d(((long long)high << 32) | (unsigned int)low);
}
WS_DEVICE int __float2int_rn(float x) { return (int)__builtin_rintf(x); }
WS_DEVICE int __float2int_rz(float x) { return (int)x; }
WS_DEVICE int __float2int_rd(float x) { return (int)__builtin_floorf(x); }
WS_DEVICE int __float2int_ru(float x) { return (int)__builtin_ceilf(x); }
WS_DEVICE unsigned int __float2uint_rn(float x) { return (unsigned int)__builtin_rintf(x); }
WS_DEVICE unsigned int __float2uint_rz(float x) { return (unsigned int)x; }
WS_DEVICE float __int2float_rn(int x) { return (float)x; }
WS_DEVICE float __uint2float_rn(unsigned int x) { return (float)x; }
WS_DEVICE int __double2int_rn(double x) { return (int)__builtin_rint(x); }
WS_DEVICE int __double2int_rz(double x) { return (int)x; }
WS_DEVICE float __double2float_rn(double x) { return (float)x; }
WS_DEVICE double __int2double_rn(int x) { return (double)x; }
WS_DEVICE long long __double2ll_rn(double x) { return (long long)__builtin_rint(x); }
WS_DEVICE double __ll2double_rn(long long x) { return (double)x; }

/* Loads with a cache hint: the hint changes no value, so they are plain loads here. */
template <class T>
WS_DEVICE T __ldg(const T* pointer) { return *pointer; }
template <class T>
WS_DEVICE T __ldcg(const T* pointer) { return *pointer; }
template <class T>
WS_DEVICE T __ldca(const T* pointer) { return *pointer; }
template <class T>
WS_DEVICE T __ldcs(const T* pointer) { return *pointer; }
template <class T>
WS_DEVICE void __stcg(T* pointer, T value) { *pointer = value; }
template <class T>
WS_DEVICE void __stcs(T* pointer, T value) { *pointer = value; }
template <class T>
WS_DEVICE void __stwb(T* pointer, T value) { *pointer = value; }

/* Which state space a generic pointer points into. */
WS_DEVICE unsigned int __isShared(const void* pointer) { return __nvvm_isspacep_shared(pointer); }
WS_DEVICE unsigned int __isGlobal(const void* pointer) { return __nvvm_isspacep_global(pointer); }
WS_DEVICE unsigned int __isLocal(const void* pointer) { return __nvvm_isspacep_local(pointer); }
WS_DEVICE unsigned int __isConstant(const void* pointer) { return __nvvm_isspacep_const(pointer); }
WS_DEVICE size_t __cvta_generic_to_shared(const void* pointer) {
  size_t result;
  __asm__("cvta.to.shared.u64 %0, %1;" : "=l"(result) : "l"(pointer));
  return result;
}

#endif
