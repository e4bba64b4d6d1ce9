/* Functions of bfloat16, loads and stores with cache hints, shuffles and atomics; a part of cuda_bf16.h.
 *
 * The functions are those of float, rounded: within the bounds that the CUDA Math API states for bfloat16. */
#ifndef WARPSCHOOL_BF16_MATH_H
#define WARPSCHOOL_BF16_MATH_H

#if defined(__CUDA__) && defined(__clang__)

#  define WS_BF_FUNCTION(name, expression)                                                                       \
    WS_DEVICE __nv_bfloat16 h##name(__nv_bfloat16 a) {                                                           \
      const float x = (float)a;                                                                                  \
      return __nv_bfloat16(expression);                                                                          \
    }                                                                                                            \
    WS_DEVICE __nv_bfloat162 h2##name(__nv_bfloat162 a) { return __nv_bfloat162(h##name(a.x), h##name(a.y)); }
WS_BF_FUNCTION(sqrt, sqrtf(x))
WS_BF_FUNCTION(rsqrt, 1.0 / sqrt((double)x))
WS_BF_FUNCTION(rcp, 1.0f / x)
WS_BF_FUNCTION(exp, expf(x))
WS_BF_FUNCTION(exp2, exp2f(x))
WS_BF_FUNCTION(exp10, exp10f(x))
WS_BF_FUNCTION(log, logf(x))
WS_BF_FUNCTION(log2, log2f(x))
WS_BF_FUNCTION(log10, log10f(x))
WS_BF_FUNCTION(sin, sinf(x))
WS_BF_FUNCTION(cos, cosf(x))
WS_BF_FUNCTION(tanh, tanhf(x))
WS_BF_FUNCTION(tanh_approx, tanhf(x))
WS_BF_FUNCTION(floor, floorf(x))
WS_BF_FUNCTION(ceil, ceilf(x))
WS_BF_FUNCTION(trunc, truncf(x))
WS_BF_FUNCTION(rint, rintf(x))
#  undef WS_BF_FUNCTION

#  define WS_BF_SHUFFLE(name, by)                                                                          \
    WS_DEVICE __nv_bfloat16 name(unsigned int mask, __nv_bfloat16 value, by lane, int width = 32) {        \
      return __ushort_as_bfloat16((unsigned short)name(mask, (unsigned int)value.__x, lane, width));       \
    }                                                                                                      \
    WS_DEVICE __nv_bfloat162 name(unsigned int mask, __nv_bfloat162 value, by lane, int width = 32) {      \
      return warpschool_bf162_of(name(mask, warpschool_bf162_bits(value), lane, width));                   \
    }
WS_BF_SHUFFLE(__shfl_sync, int)
WS_BF_SHUFFLE(__shfl_up_sync, unsigned int)
WS_BF_SHUFFLE(__shfl_down_sync, unsigned int)
WS_BF_SHUFFLE(__shfl_xor_sync, int)
#  undef WS_BF_SHUFFLE

WS_DEVICE __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 v) {
  unsigned short old;
  __asm__ __volatile__("atom.add.noftz.bf16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(v.__x) : "memory");
  return __ushort_as_bfloat16(old);
}
/* Each of the two is added at once, the pair is not: as on a device. */
WS_DEVICE __nv_bfloat162 atomicAdd(__nv_bfloat162* p, __nv_bfloat162 v) {
  unsigned int old;
  __asm__ __volatile__("atom.add.noftz.bf16x2 %0, [%1], %2;"
                       : "=r"(old) : "l"(p), "r"(warpschool_bf162_bits(v)) : "memory");
  return warpschool_bf162_of(old);
}

#endif
#endif
