/* Functions of halves, shuffles and atomics; a part of cuda_fp16.h.
 *
 * The functions are those of float, rounded: within the bounds that the CUDA Math API states for halves. */
#ifndef WARPSCHOOL_HALF_MATH_H
#define WARPSCHOOL_HALF_MATH_H

#if defined(__CUDA__) && defined(__clang__)

#  define WS_HALF_FUNCTION(name, expression)                                                           \
    WS_DEVICE __half h##name(__half a) {                                                               \
      const float x = (float)a;                                                                        \
      return __half(expression);                                                                       \
    }                                                                                                  \
    WS_DEVICE __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
WS_HALF_FUNCTION(sqrt, sqrtf(x))
WS_HALF_FUNCTION(rsqrt, 1.0 / sqrt((double)x))
WS_HALF_FUNCTION(rcp, 1.0f / x)
WS_HALF_FUNCTION(exp, expf(x))
WS_HALF_FUNCTION(exp2, exp2f(x))
WS_HALF_FUNCTION(exp10, exp10f(x))
WS_HALF_FUNCTION(log, logf(x))
WS_HALF_FUNCTION(log2, log2f(x))
WS_HALF_FUNCTION(log10, log10f(x))
WS_HALF_FUNCTION(sin, sinf(x))
WS_HALF_FUNCTION(cos, cosf(x))
WS_HALF_FUNCTION(tanh, tanhf(x))
WS_HALF_FUNCTION(tanh_approx, tanhf(x))
WS_HALF_FUNCTION(floor, floorf(x))
WS_HALF_FUNCTION(ceil, ceilf(x))
WS_HALF_FUNCTION(trunc, truncf(x))
WS_HALF_FUNCTION(rint, rintf(x))
#  undef WS_HALF_FUNCTION

#  define WS_HALF_SHUFFLE(name, by)                                                                       \
    WS_DEVICE __half name(unsigned int mask, __half value, by lane, int width = 32) {                      \
      return __ushort_as_half((unsigned short)name(mask, (unsigned int)value.__x, lane, width));           \
    }                                                                                                      \
    WS_DEVICE __half2 name(unsigned int mask, __half2 value, by lane, int width = 32) {                    \
      return warpschool_half2_of(name(mask, warpschool_half2_bits(value), lane, width));                   \
    }
WS_HALF_SHUFFLE(__shfl_sync, int)
WS_HALF_SHUFFLE(__shfl_up_sync, unsigned int)
WS_HALF_SHUFFLE(__shfl_down_sync, unsigned int)
WS_HALF_SHUFFLE(__shfl_xor_sync, int)
#  undef WS_HALF_SHUFFLE

WS_DEVICE __half atomicAdd(__half* p, __half v) {
  unsigned short old;
  __asm__ __volatile__("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(v.__x) : "memory");
  return __ushort_as_half(old);
}
/* Each of the two is added at once, the pair is not: as on a device. */
WS_DEVICE __half2 atomicAdd(__half2* p, __half2 v) {
  unsigned int old;
  __asm__ __volatile__("atom.add.noftz.f16x2 %0, [%1], %2;"
                       : "=r"(old) : "l"(p), "r"(warpschool_half2_bits(v)) : "memory");
  return warpschool_half2_of(old);
}

#endif
#endif
