// Sobol's numbers of 64 bits, in kernels and as arrays: their upper halves are those of 32 bits, and
// which generators give them; the order of quasi-random numbers, and normal ones made of them.
// simcc: -lcurand
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void points(curandDirectionVectors64_t* vectors, const unsigned long long* constants,
                       curandDirectionVectors32_t* short_vectors, int dimension, int* wrong) {
  curandStateSobol64_t state;
  curandStateScrambledSobol64_t scrambled;
  curandStateSobol32_t of_32;
  const unsigned first = threadIdx.x * 16;
  curand_init(vectors[dimension], first, &state);
  curand_init(vectors[dimension], constants[dimension], first, &scrambled);
  curand_init(short_vectors[dimension], first, &of_32);
  for (int i = 0; i < 16; ++i) {
    const unsigned long long number = curand(&state);
    const bool is_same = (number >> 32) == curand(&of_32);
    const bool is_scrambled = (number ^ constants[dimension]) == curand(&scrambled);
    if (!is_same || !is_scrambled)
      atomicAdd(wrong, 1);
  }
  const double even = curand_uniform_double(&state);
  const float single = curand_uniform(&scrambled);
  if (!(even > 0 && even < 1 && single > 0 && single <= 1) || std::isnan(curand_normal(&state)))
    atomicAdd(wrong, 1);
}

static int wrong_points() {
  constexpr int kDimensions = 1000;
  curandDirectionVectors64_t *table, *vectors;
  curandDirectionVectors32_t *short_table, *short_vectors;
  unsigned long long *constants_table, *constants;
  int *wrong, sum = 0;
  printf("%d %d %d\n", curandGetDirectionVectors64(&table, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
         curandGetScrambleConstants64(&constants_table),
         curandGetDirectionVectors32(&short_table, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
  curandGetDirectionVectors32(&short_table, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  cudaMalloc(&vectors, kDimensions * sizeof *vectors);
  cudaMalloc(&short_vectors, kDimensions * sizeof *short_vectors);
  cudaMalloc(&constants, kDimensions * sizeof *constants);
  cudaMalloc(&wrong, sizeof(int));
  cudaMemset(wrong, 0, sizeof(int));
  cudaMemcpy(vectors, table, kDimensions * sizeof *vectors, cudaMemcpyHostToDevice);
  cudaMemcpy(short_vectors, short_table, kDimensions * sizeof *short_vectors,
             cudaMemcpyHostToDevice);
  cudaMemcpy(constants, constants_table, kDimensions * sizeof *constants, cudaMemcpyHostToDevice);
  for (int d = 0; d < kDimensions; d += 37)
    points<<<1, 64>>>(vectors, constants, short_vectors, d, wrong);
  cudaMemcpy(&sum, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(vectors);
  cudaFree(short_vectors);
  cudaFree(constants);
  cudaFree(wrong);
  return sum;
}

int main() {
  printf("wrong numbers: %d\n", wrong_points());
  curandGenerator_t of_64, of_32, scrambled;
  curandCreateGeneratorHost(&of_64, CURAND_RNG_QUASI_SOBOL64);
  curandCreateGeneratorHost(&of_32, CURAND_RNG_QUASI_SOBOL32);
  curandCreateGeneratorHost(&scrambled, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64);
  static unsigned long long longs[1024], others[1024];
  static unsigned int words[1024];
  static double normals[4096];
  curandSetQuasiRandomGeneratorDimensions(of_64, 2);
  curandSetQuasiRandomGeneratorDimensions(of_32, 2);
  printf("%d %d %d %d\n", curandGenerateLongLong(of_64, longs, 1024),
         curandGenerate(of_32, words, 1024), curandGenerateLongLong(scrambled, others, 1024),
         curandGenerateLongLong(of_32, longs, 2) == CURAND_STATUS_TYPE_ERROR);
  int same = 0, apart = 0;
  for (int i = 0; i < 1024; ++i) {
    same += longs[i] >> 32 == words[i] ? 1 : 0;
    apart += longs[i % 512] != others[i] ? 1 : 0;
  }
  printf("the same upper halves: %d, other numbers when scrambled: %d\n", same, apart);
  printf("%d %d\n", curandSetGeneratorOrdering(of_64, CURAND_ORDERING_QUASI_DEFAULT),
         curandSetGeneratorOrdering(of_64, CURAND_ORDERING_PSEUDO_BEST) ==
             CURAND_STATUS_OUT_OF_RANGE);
  curandGenerateNormalDouble(scrambled, normals, 4096, 3, 2);
  double sum = 0, squares = 0;
  for (const double normal : normals) {
    sum += normal;
    squares += (normal - 3) * (normal - 3);
  }
  printf("mean %.2f, deviation %.2f\n", sum / 4096, std::sqrt(squares / 4096));
  curandDestroyGenerator(of_64);
  curandDestroyGenerator(of_32);
  curandDestroyGenerator(scrambled);
}
