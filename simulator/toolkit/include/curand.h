/* Arrays of random numbers under cuRAND's names (cuRAND documentation, "Host API Overview"). The numbers are made by Philox on the
 * host and copied, whatever generator is asked for: a pure function of seed, offset and index. Of quasi-random generators there are
 * Sobol's of 32 and 64 bits, also scrambled. */
#ifndef WARPSCHOOL_CURAND_H
#define WARPSCHOOL_CURAND_H
#define CURAND_H_ /* programs and their helpers ask for it by this name */

#include "warpschool_toolkit/random_engines.h"
#include "warpschool_toolkit/sobol.h"

#include <math.h>
#include <stdlib.h>

/* C++ without kernels does not have CUDA's mathematics, and may have a function of that name. */
#ifdef __CUDACC__
#  define WARPSCHOOL_NORMCDFINV(x) normcdfinv(x)
#else
#  define WARPSCHOOL_NORMCDFINV(x) warpschool_normcdfinv(x)
#  ifdef __cplusplus
extern "C"
#  endif
    double warpschool_normcdfinv(double) __asm__("normcdfinv");
#endif

#define CURAND_VERSION 10300

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;

typedef struct curandGenerator_st {
  curandStatePhilox4_32_10_t state;
  unsigned int dimensions; /* 0: pseudo-random */
  int is_long, is_scrambled;
  unsigned long long seed, offset;
  cudaStream_t stream;
  int for_host;
} *curandGenerator_t;

static inline void warpschool_restart(curandGenerator_t generator) {
  curand_init(generator->seed, 0, generator->offset, &generator->state);
}
static inline curandStatus_t warpschool_create_generator(curandGenerator_t* generator, curandRngType_t type, int for_host) {
  if (generator == 0 || type > CURAND_RNG_QUASI_SCRAMBLED_SOBOL64) {
    return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = (curandGenerator_t)calloc(1, sizeof(struct curandGenerator_st));
  if (*generator == 0) {
    return CURAND_STATUS_ALLOCATION_FAILED;
  }
  (*generator)->for_host = for_host;
  (*generator)->dimensions = type >= CURAND_RNG_QUASI_DEFAULT ? 1 : 0;
  (*generator)->is_long = type >= CURAND_RNG_QUASI_SOBOL64;
  (*generator)->is_scrambled =
      type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  warpschool_restart(*generator);
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return warpschool_create_generator(generator, type, 0);
}
static inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return warpschool_create_generator(generator, type, 1);
}
static inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  free(generator);
  return generator == 0 ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (generator == 0) {
    return CURAND_STATUS_NOT_INITIALIZED;
  }
  generator->seed = seed;
  warpschool_restart(generator);
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == 0) {
    return CURAND_STATUS_NOT_INITIALIZED;
  }
  generator->offset = offset;
  warpschool_restart(generator);
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (generator == 0) {
    return CURAND_STATUS_NOT_INITIALIZED;
  }
  if (generator->dimensions == 0) {
    return CURAND_STATUS_TYPE_ERROR;
  }
  if (dimensions == 0 || dimensions > WARPSCHOOL_SOBOL_DIMENSIONS) {
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  generator->dimensions = dimensions;
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors, curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) {
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  *vectors = warpschool_directions<unsigned int>();
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors, curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) {
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  *vectors = warpschool_directions<unsigned long long>();
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  *constants = warpschool_scramble_constants<unsigned int>();
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  *constants = warpschool_scramble_constants<unsigned long long>();
  return CURAND_STATUS_SUCCESS;
}
/* There is one order of each kind: what the others would make faster is not slow here. */
static inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t ordering) {
  if (generator == 0) {
    return CURAND_STATUS_NOT_INITIALIZED;
  }
  const int is_quasi = ordering == CURAND_ORDERING_QUASI_DEFAULT;
  return is_quasi == (generator->dimensions != 0) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}
static inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (generator == 0) {
    return CURAND_STATUS_NOT_INITIALIZED;
  }
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetVersion(int* version) {
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

/* Each function below fills `count` values at `output`: device memory, or host memory for a generator of the host. `MAKE` sets
 * first and second, two values at a time. */
#define WARPSCHOOL_GENERATE(type, MAKE)                                                              \
  if (generator == 0) {                                                                              \
    return CURAND_STATUS_NOT_INITIALIZED;                                                            \
  }                                                                                                  \
  type* values = (type*)malloc((count + 1) * sizeof(type)); /* one may be made too many */           \
  if (values == 0) {                                                                                 \
    return CURAND_STATUS_ALLOCATION_FAILED;                                                          \
  }                                                                                                  \
  for (size_t i = 0; i < count; i += 2) {                                                            \
    type first, second;                                                                              \
    MAKE;                                                                                            \
    values[i] = first;                                                                               \
    values[i + 1 < count ? i + 1 : count] = second;                                                  \
  }                                                                                                  \
  return warpschool_deliver(generator, output, values, count * sizeof(type))

static inline curandStatus_t warpschool_deliver(curandGenerator_t generator, void* output, void* values, size_t bytes) {
  cudaError_t error = cudaSuccess;
  if (generator->for_host) {
    __builtin_memcpy(output, values, bytes);
  } else {
    error = cudaMemcpyAsync(output, values, bytes, cudaMemcpyDefault, generator->stream);
    if (error == cudaSuccess) {
      error = cudaStreamSynchronize(generator->stream);
    }
  }
  free(values);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
static inline double warpschool_next_fraction(curandGenerator_t generator) {
  unsigned int low = curand(&generator->state), high = curand(&generator->state);
  return (double)((unsigned long long)low ^ ((unsigned long long)high << 21)) * 1.1102230246251565e-16 + 5.551115123125783e-17;
}

/* `each` numbers of one dimension, as the upper bits of 64. */
template <class State, class Word>
static inline void warpschool_quasi_bits(curandGenerator_t generator, unsigned int dimension, size_t each, unsigned long long* bits) {
  State state;
  warpschool_begin(warpschool_directions<Word>()[dimension],
                   generator->is_scrambled ? warpschool_scramble_constants<Word>()[dimension] : (Word)0,
                   (Word)generator->offset, &state);
  for (size_t i = 0; i < each; ++i) {
    bits[i] = (unsigned long long)curand(&state) << (64 - 8 * sizeof(Word));
  }
}
static inline double warpschool_quasi_even(curandGenerator_t generator, unsigned long long bits) {
  return generator->is_long ? warpschool_even(bits) : warpschool_even((unsigned int)(bits >> 32));
}
static inline float warpschool_quasi_fraction(unsigned long long bits) {
  return warpschool_fraction((unsigned int)(bits >> 32));
}

/* The numbers of the first dimension, then those of the second, and so on. */
#define WARPSCHOOL_QUASI(type, MAKE)                                                         \
  if (generator != 0 && generator->dimensions != 0) {                                        \
    const size_t each = count / generator->dimensions;                                       \
    type* values = (type*)malloc((count + 1) * sizeof(type));                                \
    unsigned long long* all = (unsigned long long*)malloc((each + 1) * sizeof *all);         \
    if (values == 0 || all == 0 || count % generator->dimensions != 0) {                     \
      const int has_room = values != 0 && all != 0;                                          \
      free(values);                                                                          \
      free(all);                                                                             \
      return has_room ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : CURAND_STATUS_ALLOCATION_FAILED; \
    }                                                                                        \
    for (unsigned int d = 0; d < generator->dimensions; ++d) {                               \
      if (generator->is_long) {                                                              \
        warpschool_quasi_bits<curandStateSobol64_t, unsigned long long>(generator, d, each, all); \
      } else {                                                                               \
        warpschool_quasi_bits<curandStateSobol32_t, unsigned int>(generator, d, each, all);  \
      }                                                                                      \
      for (size_t i = 0; i < each; ++i) {                                                    \
        const unsigned long long bits = all[i];                                              \
        values[d * each + i] = (type)(MAKE);                                                 \
      }                                                                                      \
    }                                                                                        \
    free(all);                                                                               \
    generator->offset += each;                                                               \
    return warpschool_deliver(generator, output, values, count * sizeof(type));              \
  }
/* The states are ready when the generator is made. */
static inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator == 0 ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t count) {
  if (generator != 0 && generator->is_long) {
    return CURAND_STATUS_TYPE_ERROR;
  }
  WARPSCHOOL_QUASI(unsigned int, bits >> 32);
  WARPSCHOOL_GENERATE(unsigned int, first = curand(&generator->state); second = curand(&generator->state));
}
/* Of generators of 64 bits only. */
static inline curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t count) {
  if (generator != 0 && !generator->is_long) {
    return CURAND_STATUS_TYPE_ERROR;
  }
  WARPSCHOOL_QUASI(unsigned long long, bits);
  return CURAND_STATUS_NOT_INITIALIZED;
}
static inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  WARPSCHOOL_QUASI(float, warpschool_quasi_fraction(bits));
  WARPSCHOOL_GENERATE(float, first = warpschool_fraction(curand(&generator->state));
                      second = warpschool_fraction(curand(&generator->state)));
}
static inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count) {
  WARPSCHOOL_QUASI(double, warpschool_quasi_even(generator, bits));
  WARPSCHOOL_GENERATE(double, first = warpschool_next_fraction(generator); second = warpschool_next_fraction(generator));
}
/* Normal numbers come in pairs. */
#define WARPSCHOOL_PAIRS_ONLY                 \
  if (count % 2 != 0) {                       \
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE; \
  }

static inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                                  float deviation) {
  WARPSCHOOL_QUASI(float, mean + deviation * WARPSCHOOL_NORMCDFINV(warpschool_quasi_even(generator, bits)));
  WARPSCHOOL_PAIRS_ONLY;
  WARPSCHOOL_GENERATE(float, unsigned int x = curand(&generator->state); unsigned int y = curand(&generator->state);
                      float2 pair = warpschool_normal_pair(x, y); first = mean + deviation * pair.x;
                      second = mean + deviation * pair.y);
}
static inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count, double mean,
                                                        double deviation) {
  WARPSCHOOL_QUASI(double, mean + deviation * WARPSCHOOL_NORMCDFINV(warpschool_quasi_even(generator, bits)));
  WARPSCHOOL_PAIRS_ONLY;
  WARPSCHOOL_GENERATE(double, double u = warpschool_next_fraction(generator); double v = warpschool_next_fraction(generator);
                      double2 pair = warpschool_normal_pair(u, v); first = mean + deviation * pair.x;
                      second = mean + deviation * pair.y);
}
static inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                                     float deviation) {
  WARPSCHOOL_QUASI(float, exp(mean + deviation * WARPSCHOOL_NORMCDFINV(warpschool_quasi_even(generator, bits))));
  WARPSCHOOL_PAIRS_ONLY;
  WARPSCHOOL_GENERATE(float, unsigned int x = curand(&generator->state); unsigned int y = curand(&generator->state);
                      float2 pair = warpschool_normal_pair(x, y); first = expf(mean + deviation * pair.x);
                      second = expf(mean + deviation * pair.y));
}
static inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t count, double mean,
                                                           double deviation) {
  WARPSCHOOL_QUASI(double, exp(mean + deviation * WARPSCHOOL_NORMCDFINV(warpschool_quasi_even(generator, bits))));
  WARPSCHOOL_PAIRS_ONLY;
  WARPSCHOOL_GENERATE(double, double u = warpschool_next_fraction(generator); double v = warpschool_next_fraction(generator);
                      double2 pair = warpschool_normal_pair(u, v); first = exp(mean + deviation * pair.x);
                      second = exp(mean + deviation * pair.y));
}
/* Knuth's product of uniforms, in steps so that exp does not underflow. */
static inline unsigned int warpschool_next_poisson(curandGenerator_t generator, double mean) {
  unsigned int count = 0;
  for (double left = mean; left > 0; left -= 500.0) {
    double limit = exp(-(left < 500.0 ? left : 500.0));
    for (double product = warpschool_next_fraction(generator); product > limit; product *= warpschool_next_fraction(generator)) {
      ++count;
    }
  }
  return count;
}
static inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t count, double mean) {
  if (mean <= 0) {
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  WARPSCHOOL_GENERATE(unsigned int, first = warpschool_next_poisson(generator, mean);
                      second = warpschool_next_poisson(generator, mean));
}
#undef WARPSCHOOL_GENERATE
#undef WARPSCHOOL_PAIRS_ONLY

#endif
