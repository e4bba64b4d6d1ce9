// As many blocks as there are values for, one value a thread, and twice as many places as needed.
#include "reduce_shared.hpp"

__device__ void sum_places(float* places) {
  unsigned half = 1;
  while (2 * half < blockDim.x) {
    half *= 2;
  }
  for (; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half && threadIdx.x + half < blockDim.x) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
  }
}

__global__ void reduce_kernel(const float* values, std::size_t n, float* sum) {
  __shared__ float places[2048];
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  places[threadIdx.x] = i < n ? values[i] : 0;
  sum_places(places);
  if (threadIdx.x == 0) {
    atomicAdd(sum, places[0]);
  }
}

extern "C" void reduce_shared(const float* values, std::size_t n, unsigned threads, float* sum) {
  cudaMemsetAsync(sum, 0, sizeof *sum);
  if (n > 0) {
    reduce_kernel<<<static_cast<unsigned>((n + threads - 1) / threads), threads>>>(values, n, sum);
  }
}

extern "C" void sum_of_block(const float* values, unsigned count, float* sum) {
  reduce_shared(values, count, count > 0 ? count : 1, sum);
}
