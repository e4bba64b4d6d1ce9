// Numbers of the Poisson distribution and logarithmically normal ones, in kernels four at a time
// and as arrays: their means are right.
// simcc: -lcurand
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>

__global__ void sums(double* counts, double* logs, int rounds) {
  curandStatePhilox4_32_10_t state;
  curand_init(11, threadIdx.x, 0, &state);
  double count = 0, log = 0;
  for (int i = 0; i < rounds; ++i) {
    const uint4 four = curand_poisson4(&state, 3.5);
    const float4 more = curand_log_normal4(&state, 1, 0.25f);
    count += four.x + four.y + four.z + four.w;
    log += logf(more.x) + logf(more.y) + logf(more.z) + logf(more.w);
  }
  counts[threadIdx.x] = count;
  logs[threadIdx.x] = log;
}

int main() {
  const int threads = 64, rounds = 50, n = 4 * threads * rounds;
  double *counts, *logs, count = 0, log = 0;
  cudaMallocManaged(&counts, threads * sizeof(double));
  cudaMallocManaged(&logs, threads * sizeof(double));
  sums<<<1, threads>>>(counts, logs, rounds);
  cudaDeviceSynchronize();
  for (int i = 0; i < threads; ++i)
    count += counts[i], log += logs[i];
  printf("in kernels: %.1f %.1f\n", count / n, log / n);
  cudaFree(counts);
  cudaFree(logs);

  curandGenerator_t generator;
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  static unsigned int array[10000];
  static double numbers[10000];
  printf("%d %d\n", curandGeneratePoisson(generator, array, 10000, 700),
         curandGenerateLogNormalDouble(generator, numbers, 10000, 2, 0.5));
  printf("no mean: %d\n",
         curandGeneratePoisson(generator, array, 10000, -1) == CURAND_STATUS_OUT_OF_RANGE);
  count = log = 0;
  for (int i = 0; i < 10000; ++i)
    count += array[i], log += std::log(numbers[i]);
  printf("arrays: %.0f %.1f\n", count / 10000, log / 10000);
  curandDestroyGenerator(generator);
}
