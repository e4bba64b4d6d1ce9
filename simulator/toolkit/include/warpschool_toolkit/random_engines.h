/* The generators of cuRAND (cuRAND documentation, "Device API Overview"): XORWOW (Marsaglia, "Xorshift RNGs", 2003), Philox 4x32 with
 * 10 rounds (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", 2011) and MRG32k3a (L'Ecuyer, 1999). Philox counts as
 * cuRAND does, so its numbers are those of a GPU; the others are seeded in a way of our own: equally random, other numbers. */
#ifndef WARPSCHOOL_RANDOM_ENGINES_H
#define WARPSCHOOL_RANDOM_ENGINES_H

#include "../cuda_runtime.h"

#include <math.h> /* a host's source may include nothing else */

#if defined(__CUDA__) && defined(__clang__)
#  define WS_RANDOM WS_BOTH
#else
#  define WS_RANDOM static inline
#endif

/* The second value of a normal pair, kept for the next call. No state has gaps, which a copy of it would read unwritten. */
struct WarpschoolSpare {
  double twice;
  float single;
  unsigned short has_single, has_double;
};
struct curandStateXORWOW {
  unsigned int d, v[5];
  struct WarpschoolSpare spare;
};
struct curandStatePhilox4_32_10 {
  uint4 counter, output;
  uint2 key;
  unsigned int used, gap; /* words of `output` */
  struct WarpschoolSpare spare;
};
struct curandStateMRG32k3a {
  double first[3], second[3];
  struct WarpschoolSpare spare;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

WS_RANDOM void warpschool_clear(struct WarpschoolSpare* spare) {
  spare->twice = 0;
  spare->single = 0;
  spare->has_single = spare->has_double = 0;
}

/* Steele, Lea and Flood's splitmix64: neighbouring seeds give numbers that have nothing in common. */
WS_RANDOM unsigned long long warpschool_scramble(unsigned long long* state) {
  unsigned long long z = *state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
WS_RANDOM unsigned long long warpschool_seed(unsigned long long seed, unsigned long long subsequence) {
  unsigned long long first = seed, second = subsequence ^ 0x5851f42d4c957f2dull;
  return warpschool_scramble(&first) ^ (warpschool_scramble(&second) << 1);
}

/* 32 random bits. */
WS_RANDOM unsigned int curand(curandStateXORWOW_t* s) {
  unsigned int t = s->v[0] ^ (s->v[0] >> 2);
  s->v[0] = s->v[1];
  s->v[1] = s->v[2];
  s->v[2] = s->v[3];
  s->v[3] = s->v[4];
  s->v[4] = (s->v[4] ^ (s->v[4] << 4)) ^ (t ^ (t << 1));
  s->d += 362437u;
  return s->v[4] + s->d;
}
WS_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t* s) {
  for (; n > 0; --n) {
    (void)curand(s);
  }
}
WS_RANDOM void warpschool_fill(curandStateXORWOW_t* s, unsigned long long mixed) {
  for (int i = 0; i < 4; i += 2) {
    unsigned long long word = warpschool_scramble(&mixed);
    s->v[i] = (unsigned int)word;
    s->v[i + 1] = (unsigned int)(word >> 32);
  }
  unsigned long long last = warpschool_scramble(&mixed);
  s->v[4] = (unsigned int)last | 1u; /* never all zero */
  s->d = (unsigned int)(last >> 32);
}
/* Another sequence, which depends on this one and n. */
WS_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* s) {
  if (n > 0) {
    unsigned long long seed = (unsigned long long)(s->v[0] ^ s->v[2]) << 32 | (s->v[1] ^ s->v[3]);
    warpschool_fill(s, warpschool_seed(seed, n) ^ s->v[4]);
  }
}
WS_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateXORWOW_t* s) {
  warpschool_fill(s, warpschool_seed(seed, subsequence));
  warpschool_clear(&s->spare);
  skipahead(offset, s);
}

WS_RANDOM unsigned int warpschool_high_product(unsigned int a, unsigned int b) {
  return (unsigned int)(((unsigned long long)a * b) >> 32);
}
WS_RANDOM uint4 warpschool_philox(uint4 c, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    uint4 next;
    next.x = warpschool_high_product(0xcd9e8d57u, c.z) ^ c.y ^ key.x;
    next.y = 0xcd9e8d57u * c.z;
    next.z = warpschool_high_product(0xd2511f53u, c.x) ^ c.w ^ key.y;
    next.w = 0xd2511f53u * c.x;
    c = next;
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return c;
}
/* Adds to the counter of 128 bits. */
WS_RANDOM void warpschool_advance(uint4* c, unsigned long long n) {
  unsigned long long low = ((unsigned long long)c->y << 32 | c->x) + n;
  c->x = (unsigned int)low;
  c->y = (unsigned int)(low >> 32);
  if (low < n && ++c->z == 0) {
    ++c->w;
  }
}
WS_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* s) {
  s->used += (unsigned int)(n & 3u);
  warpschool_advance(&s->counter, n / 4 + s->used / 4);
  s->used &= 3u;
  s->output = warpschool_philox(s->counter, s->key);
}
WS_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* s) {
  unsigned long long high = ((unsigned long long)s->counter.w << 32 | s->counter.z) + n;
  s->counter.z = (unsigned int)high;
  s->counter.w = (unsigned int)(high >> 32);
  s->output = warpschool_philox(s->counter, s->key);
}
WS_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t* s) {
  s->counter.x = s->counter.y = s->counter.z = s->counter.w = 0;
  s->key.x = (unsigned int)seed;
  s->key.y = (unsigned int)(seed >> 32);
  s->used = s->gap = 0;
  warpschool_clear(&s->spare);
  skipahead_sequence(subsequence, s);
  skipahead(offset, s);
}
/* Without an index that differs from thread to thread, which would move the output into local memory. */
WS_RANDOM unsigned int curand(curandStatePhilox4_32_10_t* s) {
  unsigned int bits = s->used == 0   ? s->output.x
                      : s->used == 1 ? s->output.y
                      : s->used == 2 ? s->output.z
                                     : s->output.w;
  if (++s->used == 4) {
    s->used = 0;
    warpschool_advance(&s->counter, 1);
    s->output = warpschool_philox(s->counter, s->key);
  }
  return bits;
}
/* Four words at once. */
WS_RANDOM uint4 curand4(curandStatePhilox4_32_10_t* s) {
  uint4 four;
  four.x = curand(s);
  four.y = curand(s);
  four.z = curand(s);
  four.w = curand(s);
  return four;
}

/* Exact in double: all products are below 2^53. */
WS_RANDOM double warpschool_modulo(double x, double m) {
  double rest = x - m * (double)(long long)(x / m);
  return rest < 0 ? rest + m : rest >= m ? rest - m : rest;
}
WS_RANDOM unsigned int curand(curandStateMRG32k3a_t* s) {
  const double m1 = 4294967087.0, m2 = 4294944443.0;
  double p = warpschool_modulo(1403580.0 * s->first[1] - 810728.0 * s->first[0], m1);
  double q = warpschool_modulo(527612.0 * s->second[2] - 1370589.0 * s->second[0], m2);
  s->first[0] = s->first[1];
  s->first[1] = s->first[2];
  s->first[2] = p;
  s->second[0] = s->second[1];
  s->second[1] = s->second[2];
  s->second[2] = q;
  return (unsigned int)(p > q ? p - q : p - q + m1);
}
WS_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a_t* s) {
  for (; n > 0; --n) {
    (void)curand(s);
  }
}
WS_RANDOM void warpschool_fill(curandStateMRG32k3a_t* s, unsigned long long mixed) {
  for (int i = 0; i < 3; ++i) {
    unsigned long long word = warpschool_scramble(&mixed);
    s->first[i] = 1.0 + (double)((unsigned int)word % 4294967086u);
    s->second[i] = 1.0 + (double)((unsigned int)(word >> 32) % 4294944442u);
  }
}
/* Another sequence, which depends on this one and n. */
WS_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* s) {
  if (n > 0) {
    unsigned long long seed = (unsigned long long)s->first[0] << 32 | (unsigned long long)s->second[0];
    warpschool_fill(s, warpschool_seed(seed, n) ^ (unsigned long long)s->first[1]);
  }
}
WS_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* s) {
  skipahead_subsequence(n, s);
}
WS_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateMRG32k3a_t* s) {
  warpschool_fill(s, warpschool_seed(seed, subsequence));
  warpschool_clear(&s->spare);
  skipahead(offset, s);
}

/* Random bits as a fraction: above 0, and 1 at most. */
WS_RANDOM float warpschool_fraction(unsigned int bits) {
  return (float)bits * 2.3283064e-10f + 1.1641532e-10f;
}
WS_RANDOM double warpschool_fraction(unsigned int low, unsigned int high) {
  unsigned long long bits = (unsigned long long)low ^ ((unsigned long long)high << 21); /* 53 of them */
  return (double)bits * 1.1102230246251565e-16 + 5.551115123125783e-17;
}
/* Two independent values of the standard normal distribution (Box and Muller). */
WS_RANDOM float2 warpschool_normal_pair(unsigned int x, unsigned int y) {
  float radius = sqrtf(-2.0f * logf(warpschool_fraction(x)));
  float angle = (float)y * 1.4629181e-9f + 7.3145904e-10f; /* 2 pi / 2^32, and half of it */
  float2 pair;
  pair.x = radius * sinf(angle);
  pair.y = radius * cosf(angle);
  return pair;
}
WS_RANDOM double2 warpschool_normal_pair(double u, double v) {
  double radius = sqrt(-2.0 * log(u)), angle = 6.283185307179586 * v;
  double2 pair;
  pair.x = radius * sin(angle);
  pair.y = radius * cos(angle);
  return pair;
}

#endif
