/* Shuffles, votes and matches of a warp, as inline PTX (clang's builtins want a PTX feature flag that would leak into the host
 * compilation). */
#ifndef WARPSCHOOL_WARP_H
#define WARPSCHOOL_WARP_H

#include "device_base.h"
#include "words.h"

/* The last operand of shfl: the segment's mask in bits 8 to 12 and the clamp in bits 0 to 4 (PTX ISA, shfl.sync). */
#define WS_SHFL_32(suffix, mode, clamp)                                                                       \
  WS_DEVICE unsigned int warpschool_shfl_##suffix(unsigned int mask, unsigned int value, unsigned int lane,    \
                                                  int width) {                                                \
    unsigned int result;                                                                                      \
    unsigned int segment = ((unsigned int)(32 - width) << 8) | clamp;                                         \
    __asm__ __volatile__("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                                         \
                         : "=r"(result) : "r"(value), "r"(lane), "r"(segment), "r"(mask) : "memory");         \
    return result;                                                                                            \
  }
WS_SHFL_32(idx, "idx", 0x1fu)
WS_SHFL_32(up, "up", 0x00u)
WS_SHFL_32(down, "down", 0x1fu)
WS_SHFL_32(bfly, "bfly", 0x1fu)
#undef WS_SHFL_32

/* Any type of 1, 2, 4 or 8 bytes, through 32-bit words. */
#define WS_SHFL_ANY(suffix)                                                                                        \
  template <class T>                                                                                               \
  WS_DEVICE T warpschool_shfl_any_##suffix(unsigned int mask, T value, unsigned int lane, int width) {             \
    typename WarpschoolWord<sizeof(T)>::Type bits;                                                                 \
    __builtin_memcpy(&bits, &value, sizeof(T));                                                                    \
    if constexpr (sizeof(T) == 8) {                                                                                \
      unsigned int low = warpschool_shfl_##suffix(mask, (unsigned int)bits, lane, width);                          \
      unsigned int high = warpschool_shfl_##suffix(mask, (unsigned int)(bits >> 32), lane, width);                 \
      bits = ((unsigned long long)high << 32) | low;                                                               \
    } else {                                                                                                       \
      bits = (typename WarpschoolWord<sizeof(T)>::Type)warpschool_shfl_##suffix(mask, bits, lane, width);          \
    }                                                                                                              \
    T result;                                                                                                      \
    __builtin_memcpy(&result, &bits, sizeof(T));                                                                   \
    return result;                                                                                                 \
  }
WS_SHFL_ANY(idx)
WS_SHFL_ANY(up)
WS_SHFL_ANY(down)
WS_SHFL_ANY(bfly)
#undef WS_SHFL_ANY

#define WS_SHFL(type)                                                                                       \
  WS_DEVICE type __shfl_sync(unsigned int mask, type value, int lane, int width = 32) {                     \
    return warpschool_shfl_any_idx<type>(mask, value, (unsigned int)lane, width);                           \
  }                                                                                                         \
  WS_DEVICE type __shfl_up_sync(unsigned int mask, type value, unsigned int delta, int width = 32) {        \
    return warpschool_shfl_any_up<type>(mask, value, delta, width);                                         \
  }                                                                                                         \
  WS_DEVICE type __shfl_down_sync(unsigned int mask, type value, unsigned int delta, int width = 32) {      \
    return warpschool_shfl_any_down<type>(mask, value, delta, width);                                       \
  }                                                                                                         \
  WS_DEVICE type __shfl_xor_sync(unsigned int mask, type value, int lanes, int width = 32) {                \
    return warpschool_shfl_any_bfly<type>(mask, value, (unsigned int)lanes, width);                         \
  }
WS_SHFL(int)
WS_SHFL(unsigned int)
WS_SHFL(long)
WS_SHFL(unsigned long)
WS_SHFL(long long)
WS_SHFL(unsigned long long)
WS_SHFL(float)
WS_SHFL(double)
#undef WS_SHFL

#define WS_VOTE(name, mode)                                                                            \
  WS_DEVICE int name(unsigned int mask, int predicate) {                                               \
    int result;                                                                                        \
    __asm__ __volatile__("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." mode                    \
                         ".pred q, p, %2; selp.s32 %0, 1, 0, q; }"                                     \
                         : "=r"(result) : "r"(predicate), "r"(mask) : "memory");                       \
    return result;                                                                                     \
  }
WS_VOTE(__all_sync, "all")
WS_VOTE(__any_sync, "any")
WS_VOTE(__uni_sync, "uni")
#undef WS_VOTE

WS_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  unsigned int result;
  __asm__ __volatile__("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                       : "=r"(result) : "r"(predicate), "r"(mask) : "memory");
  return result;
}
WS_DEVICE unsigned int __activemask() {
  unsigned int result;
  /* nomerge: clang before 19 makes one call before the branch of two in its arms, where more lanes are active. */
  __attribute__((nomerge)) { __asm__ __volatile__("activemask.b32 %0;" : "=r"(result)::"memory"); }
  return result;
}

#define WS_MATCH(type, word, width, constraint)                                                                 \
  WS_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {                                      \
    word bits;                                                                                                  \
    __builtin_memcpy(&bits, &value, sizeof(bits));                                                              \
    unsigned int result;                                                                                        \
    __asm__ __volatile__("match.any.sync." width " %0, %1, %2;"                                                 \
                         : "=r"(result) : constraint(bits), "r"(mask) : "memory");                              \
    return result;                                                                                              \
  }                                                                                                             \
  WS_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int* predicate) {                      \
    word bits;                                                                                                  \
    __builtin_memcpy(&bits, &value, sizeof(bits));                                                              \
    unsigned int result;                                                                                        \
    int all;                                                                                                    \
    __asm__ __volatile__("{ .reg .pred p; match.all.sync." width " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"       \
                         : "=r"(result), "=r"(all) : constraint(bits), "r"(mask) : "memory");                   \
    *predicate = all;                                                                                           \
    return result;                                                                                              \
  }
WS_MATCH(int, unsigned int, "b32", "r")
WS_MATCH(unsigned int, unsigned int, "b32", "r")
WS_MATCH(float, unsigned int, "b32", "r")
WS_MATCH(long, unsigned long long, "b64", "l")
WS_MATCH(unsigned long, unsigned long long, "b64", "l")
WS_MATCH(long long, unsigned long long, "b64", "l")
WS_MATCH(unsigned long long, unsigned long long, "b64", "l")
WS_MATCH(double, unsigned long long, "b64", "l")
#undef WS_MATCH

/* The forms without a mask, of the threads that happen to run together: nvcc takes them for devices before sm_70 only. Old
 * programs may use them, with a warning; submissions may not, as no GPU of today would run them. */
#ifdef WARPSCHOOL_MASKED_WARPS_ONLY
#define WS_IS_OLD unavailable
#else
#define WS_IS_OLD deprecated
#endif
#define WS_OLD(name) __attribute__((WS_IS_OLD(#name "() leaves open which threads take part: use " #name "_sync()")))
#define WS_OLD_SHFL(name, by)                                                              \
  template <class T>                                                                       \
  WS_OLD(name) WS_DEVICE T name(T value, by lane, int width = 32) {                        \
    return name##_sync(__activemask(), value, lane, width);                                \
  }
WS_OLD_SHFL(__shfl, int)
WS_OLD_SHFL(__shfl_up, unsigned int)
WS_OLD_SHFL(__shfl_down, unsigned int)
WS_OLD_SHFL(__shfl_xor, int)
#undef WS_OLD_SHFL
WS_OLD(__all) WS_DEVICE int __all(int predicate) { return __all_sync(__activemask(), predicate); }
WS_OLD(__any) WS_DEVICE int __any(int predicate) { return __any_sync(__activemask(), predicate); }
WS_OLD(__ballot) WS_DEVICE unsigned int __ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }
#undef WS_OLD
#undef WS_IS_OLD

/* sm_80's reductions, composed of shuffles so that they run on every profile; all lanes of `mask` take part. */
#define WS_REDUCE(name, type, expression)                                          \
  WS_DEVICE type name(unsigned int mask, type value) {                             \
    type result = value;                                                           \
    int first = __builtin_ctz(mask);                                               \
    result = __shfl_sync(mask, value, first);                                      \
    for (unsigned int rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {     \
      type other = __shfl_sync(mask, value, __builtin_ctz(rest));                  \
      result = expression;                                                         \
    }                                                                              \
    return result;                                                                 \
  }
WS_REDUCE(__reduce_add_sync, unsigned int, result + other)
WS_REDUCE(__reduce_add_sync, int, result + other)
WS_REDUCE(__reduce_min_sync, unsigned int, other < result ? other : result)
WS_REDUCE(__reduce_min_sync, int, other < result ? other : result)
WS_REDUCE(__reduce_max_sync, unsigned int, other > result ? other : result)
WS_REDUCE(__reduce_max_sync, int, other > result ? other : result)
WS_REDUCE(__reduce_and_sync, unsigned int, result & other)
WS_REDUCE(__reduce_or_sync, unsigned int, result | other)
WS_REDUCE(__reduce_xor_sync, unsigned int, result ^ other)
#undef WS_REDUCE

#endif
