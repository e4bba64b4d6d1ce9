/* Random numbers in kernels under cuRAND's names (cuRAND documentation, "Device API Overview"): curand_init, curand and the uniform,
 * normal, log-normal and Poisson distributions, for XORWOW, Philox and MRG32k3a, and Sobol's quasi-random numbers of 32 and 64
 * bits, also scrambled. Not there: MTGP32. */
#ifndef WARPSCHOOL_CURAND_KERNEL_H
#define WARPSCHOOL_CURAND_KERNEL_H
#define CURAND_KERNEL_H_ /* programs and their helpers ask for it by this name */

#include "curand.h"

#if defined(__CUDA__) && defined(__clang__)

template <class State>
WS_BOTH float curand_uniform(State* state) {
  return warpschool_fraction(curand(state));
}
template <class State>
WS_BOTH double curand_uniform_double(State* state) {
  unsigned int low = curand(state), high = curand(state);
  return warpschool_fraction(low, high);
}
template <class State>
WS_BOTH float2 curand_normal2(State* state) {
  unsigned int x = curand(state), y = curand(state);
  return warpschool_normal_pair(x, y);
}
template <class State>
WS_BOTH double2 curand_normal2_double(State* state) {
  double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return warpschool_normal_pair(u, v);
}
WS_BOTH float curand_uniform(curandStateSobol64_t* state) {
  return warpschool_fraction((unsigned int)(curand(state) >> 32));
}
WS_BOTH float curand_uniform(curandStateScrambledSobol64_t* state) {
  return warpschool_fraction((unsigned int)(curand(state) >> 32));
}
/* A quasi-random number is one point of its dimension: it may not be mixed with the next one. */
#define WARPSCHOOL_ONE_NUMBER(State)                                                                        \
  WS_BOTH double curand_uniform_double(State* state) { return warpschool_even(curand(state)); }             \
  WS_BOTH double curand_normal_double(State* state) { return WARPSCHOOL_NORMCDFINV(curand_uniform_double(state)); }    \
  WS_BOTH float curand_normal(State* state) { return (float)curand_normal_double(state); }
WARPSCHOOL_ONE_NUMBER(curandStateSobol32_t)
WARPSCHOOL_ONE_NUMBER(curandStateScrambledSobol32_t)
WARPSCHOOL_ONE_NUMBER(curandStateSobol64_t)
WARPSCHOOL_ONE_NUMBER(curandStateScrambledSobol64_t)
#undef WARPSCHOOL_ONE_NUMBER

/* One of a pair; the state keeps the other for the next call. */
template <class State>
WS_BOTH float curand_normal(State* state) {
  if (state->spare.has_single) {
    state->spare.has_single = 0;
    return state->spare.single;
  }
  float2 pair = curand_normal2(state);
  state->spare.has_single = 1;
  state->spare.single = pair.y;
  return pair.x;
}
template <class State>
WS_BOTH double curand_normal_double(State* state) {
  if (state->spare.has_double) {
    state->spare.has_double = 0;
    return state->spare.twice;
  }
  double2 pair = curand_normal2_double(state);
  state->spare.has_double = 1;
  state->spare.twice = pair.y;
  return pair.x;
}
template <class State>
WS_BOTH float curand_log_normal(State* state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <class State>
WS_BOTH double curand_log_normal_double(State* state, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(state));
}
template <class State>
WS_BOTH float2 curand_log_normal2(State* state, float mean, float deviation) {
  float2 pair = curand_normal2(state);
  return make_float2(expf(mean + deviation * pair.x), expf(mean + deviation * pair.y));
}
/* Knuth's product of uniforms for small means, in steps so that exp does not underflow. */
template <class State>
WS_BOTH unsigned int curand_poisson(State* state, double mean) {
  unsigned int count = 0;
  for (double left = mean; left > 0; left -= 500.0) {
    double limit = exp(-(left < 500.0 ? left : 500.0));
    for (double product = curand_uniform_double(state); product > limit; product *= curand_uniform_double(state)) {
      ++count;
    }
  }
  return count;
}

WS_BOTH uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double mean) {
  uint4 counts;
  counts.x = curand_poisson(state, mean);
  counts.y = curand_poisson(state, mean);
  counts.z = curand_poisson(state, mean);
  counts.w = curand_poisson(state, mean);
  return counts;
}
WS_BOTH float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  uint4 bits = curand4(state);
  return make_float4(warpschool_fraction(bits.x), warpschool_fraction(bits.y), warpschool_fraction(bits.z),
                     warpschool_fraction(bits.w));
}
WS_BOTH double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  uint4 bits = curand4(state);
  return make_double2(warpschool_fraction(bits.x, bits.y), warpschool_fraction(bits.z, bits.w));
}
WS_BOTH float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  uint4 bits = curand4(state);
  float2 first = warpschool_normal_pair(bits.x, bits.y), second = warpschool_normal_pair(bits.z, bits.w);
  return make_float4(first.x, first.y, second.x, second.y);
}
WS_BOTH float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
  float4 four = curand_normal4(state);
  return make_float4(expf(mean + deviation * four.x), expf(mean + deviation * four.y), expf(mean + deviation * four.z),
                     expf(mean + deviation * four.w));
}

#endif
#endif
