#include "reduce_shuffle.hpp"

__global__ void sum_in_turns(const float* values, std::size_t n, float* sum) {
  // Each thread waits for its turn, so that no atomics are needed.
  __shared__ volatile unsigned turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  while (turn != threadIdx.x) {
  }
  if (threadIdx.x < n) *sum += values[threadIdx.x];
  __syncthreads();
  turn = turn + 1;
}

extern "C" void warp_sums(const float*, std::size_t, float*) {}

extern "C" void reduce_shuffle(const float* values, std::size_t n, float* sum) {
  cudaMemset(sum, 0, sizeof *sum);
  if (n > 0) sum_in_turns<<<1, 256>>>(values, n, sum);
}
