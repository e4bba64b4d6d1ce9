// Sobol's numbers, in kernels and as arrays: the first points, that each interval of a power of two
// gets its share in every dimension, and how well they integrate.
// simcc: -lcurand
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

// Each thread takes points of its own, from its offset on.
__global__ void points(curandDirectionVectors32_t* vectors, const unsigned int* constants,
                       int dimension, float* out, int each) {
  curandStateSobol32_t state;
  curandStateScrambledSobol32_t scrambled;
  curand_init(vectors[dimension], threadIdx.x * each, &state);
  curand_init(vectors[dimension], constants[dimension], threadIdx.x * each, &scrambled);
  for (int i = 0; i < each; ++i) {
    out[threadIdx.x * each + i] = curand_uniform(&state);
    out[(threadIdx.x + blockDim.x) * each + i] = curand_uniform(&scrambled);
  }
}

static bool spread(const float* numbers, int n) {
  static int hits[1024];
  for (int i = 0; i < n; ++i)
    hits[i] = 0;
  for (int i = 0; i < n; ++i)
    ++hits[static_cast<int>(numbers[i] * n)];
  for (int i = 0; i < n; ++i) {
    if (hits[i] != 1)
      return false;
  }
  return true;
}

int main() {
  const int threads = 64, each = 16, n = threads * each, dimensions = 200;
  curandDirectionVectors32_t *table, *vectors;
  unsigned int *constants_table, *constants;
  curandGetDirectionVectors32(&table, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  curandGetScrambleConstants32(&constants_table);
  cudaMalloc(&vectors, dimensions * sizeof(curandDirectionVectors32_t));
  cudaMemcpy(vectors, table, dimensions * sizeof(curandDirectionVectors32_t),
             cudaMemcpyHostToDevice);
  cudaMalloc(&constants, dimensions * sizeof(int));
  cudaMemcpy(constants, constants_table, dimensions * sizeof(int), cudaMemcpyHostToDevice);
  float* out;
  cudaMallocManaged(&out, 2 * n * sizeof(float));
  int wrong = 0;
  for (int d = 0; d < dimensions; d += 9) {
    points<<<1, threads>>>(vectors, constants, d, out, each);
    cudaDeviceSynchronize();
    wrong += spread(out, n) && spread(out + n, n) ? 0 : 1;
  }
  printf("dimensions that are not even: %d\n", wrong);

  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32);
  printf("%d ", curandSetQuasiRandomGeneratorDimensions(generator, 2));
  printf("%d\n", curandGenerateUniform(generator, out, 2 * n));
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; ++i)
    printf("(%.4f %.4f) ", static_cast<double>(out[i]), static_cast<double>(out[n + i]));
  int inside = 0;
  for (int i = 0; i < n; ++i)
    inside += out[i] * out[i] + out[n + i] * out[n + i] < 1 ? 1 : 0;
  printf("\npi is %.2f\n", 4.0 * inside / n);
  printf("three numbers in two dimensions: %d\n",
         curandGenerateUniform(generator, out, 3) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  curandDestroyGenerator(generator);
  cudaFree(vectors);
  cudaFree(constants);
  cudaFree(out);
}
