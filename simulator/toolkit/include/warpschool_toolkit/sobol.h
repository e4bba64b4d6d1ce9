/* Sobol's quasi-random numbers (Bratley and Fox, "Algorithm 659", 1988): of each dimension 32 or 64 direction numbers, made of a
 * primitive polynomial over two elements. The first ten dimensions begin with Joe and Kuo's numbers (2008); the others with numbers
 * of our own. The upper half of a number of 64 bits is the number of 32 bits. */
#ifndef WARPSCHOOL_SOBOL_H
#define WARPSCHOOL_SOBOL_H

#include "random_engines.h"

#define WARPSCHOOL_SOBOL_DIMENSIONS 1000

/* Between 0 and 1, neither of them. */
WS_RANDOM double warpschool_even(unsigned int bits) { return (bits + 0.5) / 4294967296.0; }
WS_RANDOM double warpschool_even(unsigned long long bits) { return ((double)(bits >> 12) + 0.5) * 0x1p-52; }

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
struct curandStateSobol32 {
  unsigned int i, x;
  unsigned int direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x;
  unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol64 {
  unsigned long long i, x;
  unsigned long long direction_vectors[64];
};
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;

/* Whether powers of x reach all remainders but 0: the polynomial's bits without that of the highest power. */
static inline int warpschool_is_primitive(unsigned int degree, unsigned int bits) {
  unsigned int power = 1, period = 0;
  do {
    power <<= 1;
    if ((power >> degree & 1u) != 0) {
      power ^= 1u << degree | bits;
    }
    ++period;
  } while (power != 1 && power != 0 && period < (1u << degree));
  return power == 1 && period == (1u << degree) - 1;
}
/* The direction numbers of one dimension: `degree` of them are given, the others follow from the polynomial. */
template <class Word>
static inline void warpschool_fill_directions(Word* v, unsigned int degree, unsigned int bits, unsigned int dimension) {
  static const unsigned char first[8][5] = {{1, 3, 0, 0, 0}, {1, 3, 1, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 3, 3, 0},
                                            {1, 3, 5, 13, 0}, {1, 1, 5, 5, 17}, {1, 1, 5, 5, 5}, {1, 1, 7, 11, 19}};
  const unsigned int width = 8 * sizeof(Word);
  unsigned long long mixed = dimension;
  for (unsigned int k = 0; k < width; ++k) {
    if (k < degree) {
      unsigned int m = (unsigned int)warpschool_scramble(&mixed) % (1u << (k + 1)) | 1u;
      if (degree == 1) m = 1;
      if (dimension >= 2 && dimension < 10) m = first[dimension - 2][k];
      v[k] = (Word)m << (width - 1 - k);
    } else {
      v[k] = v[k - degree] ^ (v[k - degree] >> degree);
      for (unsigned int j = 1; j < degree; ++j) {
        if ((bits >> (degree - j) & 1u) != 0) {
          v[k] ^= v[k - j];
        }
      }
    }
  }
}
template <class Word>
static inline Word* warpschool_scramble_constants() {
  static Word constants[WARPSCHOOL_SOBOL_DIMENSIONS];
  if (constants[0] == 0) {
    unsigned long long mixed = 1;
    for (int k = 0; k < WARPSCHOOL_SOBOL_DIMENSIONS; ++k) {
      constants[k] = (Word)warpschool_scramble(&mixed) | (k == 0 ? 1u : 0u);
    }
  }
  return constants;
}
/* Those of all dimensions, made when they are first asked for. */
template <class Word>
static inline Word (*warpschool_directions())[8 * sizeof(Word)] {
  const unsigned int width = 8 * sizeof(Word);
  static Word vectors[WARPSCHOOL_SOBOL_DIMENSIONS][8 * sizeof(Word)];
  if (vectors[0][0] == 0) {
    unsigned int dimension = 1;
    for (unsigned int degree = 1; dimension < WARPSCHOOL_SOBOL_DIMENSIONS; ++degree) {
      for (unsigned int bits = 1; bits < (1u << degree) && dimension < WARPSCHOOL_SOBOL_DIMENSIONS; bits += 2) {
        if (warpschool_is_primitive(degree, bits)) {
          warpschool_fill_directions(vectors[dimension], degree, bits, dimension);
          ++dimension;
        }
      }
    }
    for (unsigned int k = 0; k < width; ++k) {
      vectors[0][k] = (Word)1 << (width - 1 - k);
    }
  }
  return vectors;
}

/* In the order of Gray's code each number differs from the one before by one direction number. */
#define WARPSCHOOL_SOBOL(State, Word)                                                          \
  WS_RANDOM void skipahead(unsigned long long n, State* s) {                                   \
    const Word to = s->i + (Word)n, changed = (to ^ to >> 1) ^ (s->i ^ s->i >> 1);             \
    for (unsigned int k = 0; k < 8 * sizeof(Word); ++k) {                                      \
      s->x ^= (changed >> k & 1u) != 0 ? s->direction_vectors[k] : 0u;                         \
    }                                                                                          \
    s->i = to;                                                                                 \
  }                                                                                            \
  WS_RANDOM Word curand(State* s) {                                                            \
    const Word number = s->x;                                                                  \
    s->i += 1;                                                                                 \
    s->x ^= s->i == 0 ? 0u : s->direction_vectors[__builtin_ctzll(s->i)];                      \
    return number;                                                                             \
  }                                                                                            \
  WS_RANDOM void warpschool_begin(const Word* direction_vectors, Word scramble, Word offset, State* s) { \
    for (unsigned int k = 0; k < 8 * sizeof(Word); ++k) {                                      \
      s->direction_vectors[k] = direction_vectors[k];                                          \
    }                                                                                          \
    s->i = 0;                                                                                  \
    s->x = scramble;                                                                           \
    skipahead(offset, s);                                                                      \
  }
WARPSCHOOL_SOBOL(curandStateSobol32_t, unsigned int)
WARPSCHOOL_SOBOL(curandStateScrambledSobol32_t, unsigned int)
WARPSCHOOL_SOBOL(curandStateSobol64_t, unsigned long long)
WARPSCHOOL_SOBOL(curandStateScrambledSobol64_t, unsigned long long)
#undef WARPSCHOOL_SOBOL
WS_RANDOM void curand_init(const unsigned int* direction_vectors, unsigned int offset, curandStateSobol32_t* s) {
  warpschool_begin(direction_vectors, 0, offset, s);
}
WS_RANDOM void curand_init(const unsigned int* direction_vectors, unsigned int scramble, unsigned int offset,
                           curandStateScrambledSobol32_t* s) {
  warpschool_begin(direction_vectors, scramble, offset, s);
}
WS_RANDOM void curand_init(const unsigned long long* direction_vectors, unsigned long long offset, curandStateSobol64_t* s) {
  warpschool_begin(direction_vectors, 0, offset, s);
}
WS_RANDOM void curand_init(const unsigned long long* direction_vectors, unsigned long long scramble, unsigned long long offset,
                           curandStateScrambledSobol64_t* s) {
  warpschool_begin(direction_vectors, scramble, offset, s);
}

#endif
