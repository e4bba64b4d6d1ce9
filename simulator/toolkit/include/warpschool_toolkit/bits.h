/* Integer intrinsics, conversions between bit patterns, and loads with a cache hint. */
#ifndef WARPSCHOOL_BITS_H
#define WARPSCHOOL_BITS_H

#include "../vector_types.h"
#include "device_base.h"
#include "words.h"

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
/* Bit 3 of each selector, with which prmt repeats a sign, does not count. */
WS_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  unsigned int result;
  __asm__("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selector & 0x7777u));
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
/* The _lc and _rc forms clamp the shift at 32. */
WS_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)((both << (shift < 32u ? shift : 32u)) >> 32);
}
WS_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  unsigned long long both = ((unsigned long long)high << 32) | low;
  return (unsigned int)(both >> (shift < 32u ? shift : 32u));
}
WS_DEVICE int __mul24(int x, int y) {
  int result;
  __asm__("mul24.lo.s32 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));
  return result;
}
WS_DEVICE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
WS_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
WS_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) { return (unsigned int)(((unsigned long long)x * y) >> 32); }
WS_DEVICE long long __mul64hi(long long x, long long y) { return __nvvm_mulhi_ll(x, y); }
WS_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return __nvvm_mulhi_ull(x, y); }
WS_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
WS_DEVICE unsigned int __uhadd(unsigned int x, unsigned int y) { return (unsigned int)(((unsigned long long)x + y) >> 1); }
WS_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
WS_DEVICE unsigned int __urhadd(unsigned int x, unsigned int y) { return (unsigned int)(((unsigned long long)x + y + 1) >> 1); }
WS_DEVICE unsigned int __sad(int x, int y, unsigned int z) { return z + (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x); }
WS_DEVICE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }

/* Dot products of bytes (dp4a), and of half words with bytes (dp2a) */
#define WS_DOT(name, type, result, instruction)                                                       \
  WS_DEVICE result name(type x, type y, result z) {                                                   \
    result sum;                                                                                       \
    __asm__(instruction " %0, %1, %2, %3;" : "=r"(sum) : "r"(x), "r"(y), "r"(z));                     \
    return sum;                                                                                       \
  }
WS_DOT(__dp4a, int, int, "dp4a.s32.s32")
WS_DOT(__dp4a, unsigned int, unsigned int, "dp4a.u32.u32")
WS_DOT(__dp2a_lo, int, int, "dp2a.lo.s32.s32")
WS_DOT(__dp2a_lo, unsigned int, unsigned int, "dp2a.lo.u32.u32")
WS_DOT(__dp2a_hi, int, int, "dp2a.hi.s32.s32")
WS_DOT(__dp2a_hi, unsigned int, unsigned int, "dp2a.hi.u32.u32")
#undef WS_DOT
template <class T>
WS_DEVICE unsigned int ws_bits_of(T value) {
  static_assert(sizeof(T) == 4, "four bytes or two half words");
  unsigned int bits;
  __builtin_memcpy(&bits, &value, 4);
  return bits;
}
WS_DEVICE int __dp4a(char4 x, char4 y, int z) { return __dp4a((int)ws_bits_of(x), (int)ws_bits_of(y), z); }
WS_DEVICE unsigned int __dp4a(uchar4 x, uchar4 y, unsigned int z) { return __dp4a(ws_bits_of(x), ws_bits_of(y), z); }
WS_DEVICE int __dp2a_lo(short2 x, char4 y, int z) { return __dp2a_lo((int)ws_bits_of(x), (int)ws_bits_of(y), z); }
WS_DEVICE unsigned int __dp2a_lo(ushort2 x, uchar4 y, unsigned int z) { return __dp2a_lo(ws_bits_of(x), ws_bits_of(y), z); }
WS_DEVICE int __dp2a_hi(short2 x, char4 y, int z) { return __dp2a_hi((int)ws_bits_of(x), (int)ws_bits_of(y), z); }
WS_DEVICE unsigned int __dp2a_hi(ushort2 x, uchar4 y, unsigned int z) { return __dp2a_hi(ws_bits_of(x), ws_bits_of(y), z); }

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

/* Loads with a cache hint: the hint changes no value, so they are plain loads here. */
template <class T>
WS_DEVICE T __ldca(const T* pointer) { return *pointer; }
template <class T>
WS_DEVICE T __ldcs(const T* pointer) { return *pointer; }
template <class T>
WS_DEVICE T __ldlu(const T* pointer) { return *pointer; }
/* Fetched anew: another thread may have written it. Word by word, as a struct has no copy of something volatile. */
template <class T>
WS_DEVICE T __ldcv(const T* pointer) {
  typedef typename WarpschoolWord<sizeof(T) % 8 == 0 ? 8 : sizeof(T) % 4 == 0 ? 4 : sizeof(T) % 2 == 0 ? 2 : 1>::Type Word;
  Word words[sizeof(T) / sizeof(Word)];
  for (unsigned int i = 0; i < sizeof(T) / sizeof(Word); ++i) {
    words[i] = reinterpret_cast<const volatile Word*>(pointer)[i];
  }
  T value;
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}
/* From L2, where all blocks meet: programs wait for a word this way. What is larger is read once and for all. */
template <class T>
WS_DEVICE T __ldcg(const T* pointer) {
  if constexpr (sizeof(T) <= 8) {
    return __ldcv(pointer);
  } else {
    return *pointer;
  }
}
template <class T>
WS_DEVICE void __stcg(T* pointer, typename WarpschoolSame<T>::Type value) { *pointer = value; }
template <class T>
WS_DEVICE void __stcs(T* pointer, typename WarpschoolSame<T>::Type value) { *pointer = value; }
template <class T>
WS_DEVICE void __stwb(T* pointer, typename WarpschoolSame<T>::Type value) { *pointer = value; }
template <class T>
WS_DEVICE void __stwt(T* pointer, typename WarpschoolSame<T>::Type value) { *pointer = value; }

/* The bytes of a word in the other order. */
WS_BOTH unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
WS_BOTH unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
WS_BOTH unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }
/* Which state space a generic pointer points into. */
WS_DEVICE unsigned int __isShared(const void* pointer) { return __nvvm_isspacep_shared(pointer); }
WS_DEVICE unsigned int __isGlobal(const void* pointer) { return __nvvm_isspacep_global(pointer); }
WS_DEVICE unsigned int __isLocal(const void* pointer) { return __nvvm_isspacep_local(pointer); }
WS_DEVICE unsigned int __isConstant(const void* pointer) { return __nvvm_isspacep_const(pointer); }
/* Addresses within a state space, and back. */
#define WS_CVTA(space)                                                                \
  WS_DEVICE size_t __cvta_generic_to_##space(const void* pointer) {                   \
    size_t result;                                                                    \
    __asm__("cvta.to." #space ".u64 %0, %1;" : "=l"(result) : "l"(pointer));          \
    return result;                                                                    \
  }                                                                                   \
  WS_DEVICE void* __cvta_##space##_to_generic(size_t address) {                       \
    void* result;                                                                     \
    __asm__("cvta." #space ".u64 %0, %1;" : "=l"(result) : "l"(address));             \
    return result;                                                                    \
  }
WS_CVTA(shared)
WS_CVTA(global)
WS_CVTA(local)
#undef WS_CVTA
WS_DEVICE size_t __cvta_generic_to_constant(const void* pointer) {
  size_t result;
  __asm__("cvta.to.const.u64 %0, %1;" : "=l"(result) : "l"(pointer));
  return result;
}
WS_DEVICE void* __cvta_constant_to_generic(size_t address) {
  void* result;
  __asm__("cvta.const.u64 %0, %1;" : "=l"(result) : "l"(address));
  return result;
}

#endif
