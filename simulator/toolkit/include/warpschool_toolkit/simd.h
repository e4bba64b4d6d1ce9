/* Two half words or four bytes in a register (CUDA C++ Programming Guide, "SIMD Intrinsics"). A GPU has no such instructions
 * any more either: they are a few ordinary ones each. */
#ifndef WARPSCHOOL_SIMD_H
#define WARPSCHOOL_SIMD_H

#include "device_base.h"

/* What one part of type T becomes: Op::apply gets both parts as int, the result is cut to the part's width. */
template <class T, class Op>
WS_DEVICE unsigned int ws_simd(unsigned int x, unsigned int y) {
  constexpr int width = 8 * (int)sizeof(T);
  constexpr unsigned int mask = (1u << width) - 1u;
  unsigned int result = 0;
#pragma unroll
  for (int shift = 0; shift < 32; shift += width) {
    int part = Op::template apply<T>((int)(T)(x >> shift), (int)(T)(y >> shift));
    result |= ((unsigned int)part & mask) << shift;
  }
  return result;
}
template <class T, class Op>
WS_DEVICE unsigned int ws_simd_sum(unsigned int x, unsigned int y) {
  constexpr int width = 8 * (int)sizeof(T);
  unsigned int sum = 0;
#pragma unroll
  for (int shift = 0; shift < 32; shift += width) {
    sum += (unsigned int)Op::template apply<T>((int)(T)(x >> shift), (int)(T)(y >> shift));
  }
  return sum;
}

template <class T>
WS_DEVICE int ws_clamp(int x) {
  constexpr bool is_signed = (T)-1 < (T)0;
  constexpr int width = 8 * (int)sizeof(T);
  constexpr int most = is_signed ? (1 << (width - 1)) - 1 : (1 << width) - 1;
  constexpr int least = is_signed ? -most - 1 : 0;
  return x > most ? most : (x < least ? least : x);
}

struct ws_add {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x + y; }
};
struct ws_sub {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x - y; }
};
struct ws_add_clamped {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return ws_clamp<T>(x + y); }
};
struct ws_sub_clamped {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return ws_clamp<T>(x - y); }
};
struct ws_rounded_average { /* of two integers alike the one farther from zero */
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return (x + y + (x + y >= 0 ? 1 : 0)) >> 1; }
};
struct ws_average {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return (x + y) >> 1; }
};
struct ws_difference {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x > y ? x - y : y - x; }
};
struct ws_smaller {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x < y ? x : y; }
};
struct ws_larger {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x > y ? x : y; }
};
struct ws_magnitude {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x < 0 ? -x : x; }
};
struct ws_magnitude_clamped {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return ws_clamp<T>(x < 0 ? -x : x); }
};
struct ws_negative {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return -x; }
};
struct ws_negative_clamped {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return ws_clamp<T>(-x); }
};
struct ws_cmp_eq {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x == y ? -1 : 0; }
};
struct ws_set_eq {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x == y ? 1 : 0; }
};
struct ws_cmp_ne {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x != y ? -1 : 0; }
};
struct ws_set_ne {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x != y ? 1 : 0; }
};
struct ws_cmp_ge {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x >= y ? -1 : 0; }
};
struct ws_set_ge {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x >= y ? 1 : 0; }
};
struct ws_cmp_gt {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x > y ? -1 : 0; }
};
struct ws_set_gt {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x > y ? 1 : 0; }
};
struct ws_cmp_le {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x <= y ? -1 : 0; }
};
struct ws_set_le {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x <= y ? 1 : 0; }
};
struct ws_cmp_lt {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x < y ? -1 : 0; }
};
struct ws_set_lt {
  template <class T>
  static __attribute__((device, always_inline, nodebug)) int apply(int x, int y) { return x < y ? 1 : 0; }
};

#define WS_SIMD_1(name, type, op) \
  WS_DEVICE unsigned int name(unsigned int x) { return ws_simd<type, op>(x, 0u); }
#define WS_SIMD_2(name, type, op) \
  WS_DEVICE unsigned int name(unsigned int x, unsigned int y) { return ws_simd<type, op>(x, y); }
#define WS_SIMD_SUM(name, type, op) \
  WS_DEVICE unsigned int name(unsigned int x, unsigned int y) { return ws_simd_sum<type, op>(x, y); }
#define WS_SIMD(n, s, u)                             \
  WS_SIMD_1(__vabs##n, s, ws_magnitude)              \
  WS_SIMD_1(__vabsss##n, s, ws_magnitude_clamped)    \
  WS_SIMD_1(__vneg##n, s, ws_negative)               \
  WS_SIMD_1(__vnegss##n, s, ws_negative_clamped)     \
  WS_SIMD_2(__vabsdiffs##n, s, ws_difference)        \
  WS_SIMD_2(__vabsdiffu##n, u, ws_difference)        \
  WS_SIMD_2(__vadd##n, u, ws_add)                    \
  WS_SIMD_2(__vaddss##n, s, ws_add_clamped)          \
  WS_SIMD_2(__vaddus##n, u, ws_add_clamped)          \
  WS_SIMD_2(__vsub##n, u, ws_sub)                    \
  WS_SIMD_2(__vsubss##n, s, ws_sub_clamped)          \
  WS_SIMD_2(__vsubus##n, u, ws_sub_clamped)          \
  WS_SIMD_2(__vavgs##n, s, ws_rounded_average)       \
  WS_SIMD_2(__vavgu##n, u, ws_rounded_average)       \
  WS_SIMD_2(__vhaddu##n, u, ws_average)              \
  WS_SIMD_2(__vmaxs##n, s, ws_larger)                \
  WS_SIMD_2(__vmaxu##n, u, ws_larger)                \
  WS_SIMD_2(__vmins##n, s, ws_smaller)               \
  WS_SIMD_2(__vminu##n, u, ws_smaller)               \
  WS_SIMD_2(__vcmpeq##n, u, ws_cmp_eq)               \
  WS_SIMD_2(__vcmpne##n, u, ws_cmp_ne)               \
  WS_SIMD_2(__vcmpges##n, s, ws_cmp_ge)              \
  WS_SIMD_2(__vcmpgeu##n, u, ws_cmp_ge)              \
  WS_SIMD_2(__vcmpgts##n, s, ws_cmp_gt)              \
  WS_SIMD_2(__vcmpgtu##n, u, ws_cmp_gt)              \
  WS_SIMD_2(__vcmples##n, s, ws_cmp_le)              \
  WS_SIMD_2(__vcmpleu##n, u, ws_cmp_le)              \
  WS_SIMD_2(__vcmplts##n, s, ws_cmp_lt)              \
  WS_SIMD_2(__vcmpltu##n, u, ws_cmp_lt)              \
  WS_SIMD_2(__vseteq##n, u, ws_set_eq)               \
  WS_SIMD_2(__vsetne##n, u, ws_set_ne)               \
  WS_SIMD_2(__vsetges##n, s, ws_set_ge)              \
  WS_SIMD_2(__vsetgeu##n, u, ws_set_ge)              \
  WS_SIMD_2(__vsetgts##n, s, ws_set_gt)              \
  WS_SIMD_2(__vsetgtu##n, u, ws_set_gt)              \
  WS_SIMD_2(__vsetles##n, s, ws_set_le)              \
  WS_SIMD_2(__vsetleu##n, u, ws_set_le)              \
  WS_SIMD_2(__vsetlts##n, s, ws_set_lt)              \
  WS_SIMD_2(__vsetltu##n, u, ws_set_lt)              \
  WS_SIMD_SUM(__vsads##n, s, ws_difference)          \
  WS_SIMD_SUM(__vsadu##n, u, ws_difference)
WS_SIMD(2, short, unsigned short)
WS_SIMD(4, signed char, unsigned char)
#undef WS_SIMD
#undef WS_SIMD_1
#undef WS_SIMD_2
#undef WS_SIMD_SUM

/* Sums and extremes of three (CUDA's DPX functions): a sum wraps, ReLU clamps at 0. */
#define WS_DPX_32(type, suffix)                                                                                     \
  WS_DEVICE type __vimax3_##suffix(type x, type y, type z) { type m = x > y ? x : y; return m > z ? m : z; }         \
  WS_DEVICE type __vimin3_##suffix(type x, type y, type z) { type m = x < y ? x : y; return m < z ? m : z; }         \
  WS_DEVICE type __viaddmax_##suffix(type x, type y, type z) {                                                      \
    type sum = (type)((unsigned int)x + (unsigned int)y);                                                           \
    return sum > z ? sum : z;                                                                                       \
  }                                                                                                                 \
  WS_DEVICE type __viaddmin_##suffix(type x, type y, type z) {                                                      \
    type sum = (type)((unsigned int)x + (unsigned int)y);                                                           \
    return sum < z ? sum : z;                                                                                       \
  }                                                                                                                 \
  WS_DEVICE type __vibmax_##suffix(type x, type y, bool* first) { *first = x >= y; return x >= y ? x : y; }          \
  WS_DEVICE type __vibmin_##suffix(type x, type y, bool* first) { *first = x <= y; return x <= y ? x : y; }
WS_DPX_32(int, s32)
WS_DPX_32(unsigned int, u32)
#undef WS_DPX_32
#define WS_DPX_16(max2, min2, suffix)                                                                               \
  WS_DEVICE unsigned int __vimax3_##suffix(unsigned int x, unsigned int y, unsigned int z) { return max2(max2(x, y), z); } \
  WS_DEVICE unsigned int __vimin3_##suffix(unsigned int x, unsigned int y, unsigned int z) { return min2(min2(x, y), z); } \
  WS_DEVICE unsigned int __viaddmax_##suffix(unsigned int x, unsigned int y, unsigned int z) {                      \
    return max2(__vadd2(x, y), z);                                                                                  \
  }                                                                                                                 \
  WS_DEVICE unsigned int __viaddmin_##suffix(unsigned int x, unsigned int y, unsigned int z) {                      \
    return min2(__vadd2(x, y), z);                                                                                  \
  }
/* Whether the first operand was taken, of each half; equal ones count as the first. */
#define WS_DPX_16_WHICH(part, suffix, better, op)                                                                   \
  WS_DEVICE unsigned int __vib##better##_##suffix##x2(unsigned int x, unsigned int y, bool* high, bool* low) {      \
    *high = (part)(x >> 16) op (part)(y >> 16);                                                                     \
    *low = (part)x op (part)y;                                                                                      \
    return ((*high ? x : y) & 0xffff0000u) | ((*low ? x : y) & 0xffffu);                                            \
  }
WS_DPX_16_WHICH(short, s16, max, >=)
WS_DPX_16_WHICH(short, s16, min, <=)
WS_DPX_16_WHICH(unsigned short, u16, max, >=)
WS_DPX_16_WHICH(unsigned short, u16, min, <=)
#undef WS_DPX_16_WHICH
WS_DPX_16(__vmaxs2, __vmins2, s16x2)
WS_DPX_16(__vmaxu2, __vminu2, u16x2)
#undef WS_DPX_16
#define WS_RELU_3(name)                                                                                             \
  WS_DEVICE int name##_s32_relu(int x, int y, int z) { int m = name##_s32(x, y, z); return m > 0 ? m : 0; }          \
  WS_DEVICE unsigned int name##_s16x2_relu(unsigned int x, unsigned int y, unsigned int z) {                        \
    return __vmaxs2(name##_s16x2(x, y, z), 0u);                                                                     \
  }
WS_RELU_3(__vimax3)
WS_RELU_3(__vimin3)
WS_RELU_3(__viaddmax)
WS_RELU_3(__viaddmin)
#undef WS_RELU_3
WS_DEVICE int __vimax_s32_relu(int x, int y) { int m = x > y ? x : y; return m > 0 ? m : 0; }
WS_DEVICE int __vimin_s32_relu(int x, int y) { int m = x < y ? x : y; return m > 0 ? m : 0; }
WS_DEVICE unsigned int __vimax_s16x2_relu(unsigned int x, unsigned int y) { return __vmaxs2(__vmaxs2(x, y), 0u); }
WS_DEVICE unsigned int __vimin_s16x2_relu(unsigned int x, unsigned int y) { return __vmaxs2(__vmins2(x, y), 0u); }

#endif
