// simcc: -std=c++14
// simulator only: the libraries of CUDA 13 ask for C++17
// The libraries beside kernels, in the dialect that older build files ask for; a normal distribution behind complex numbers.
#include <cub/cub.cuh>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <stdbool.h>
#include <stdio.h>
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>

typedef struct {
  _Bool ok;  // as C has it
} outcome_t;

__global__ void extremes(const int *in, int n, int *out) {
  cuda::std::tuple<int, int> least_most(in[0], in[0]);
  for (int i = 1; i < n; ++i) {
    least_most = cuda::std::make_tuple(min(cuda::std::get<0>(least_most), in[i]), max(cuda::std::get<1>(least_most), in[i]));
  }
  cuda::std::pair<int, int> both(cuda::std::get<0>(least_most), cuda::std::get<1>(least_most));
  out[0] = both.first;
  out[1] = both.second;
}

int main() {
  const int n = 1000;
  thrust::device_vector<int> values(n), out(2), sum(1);
  thrust::sequence(values.begin(), values.end(), 7);
  extremes<<<1, 1>>>(thrust::raw_pointer_cast(values.data()), n, thrust::raw_pointer_cast(out.data()));

  size_t bytes = 0;
  void *space = nullptr;
  for (int turn = 0; turn < 2; ++turn) {
    cub::DeviceReduce::Reduce(space, bytes, values.begin(), sum.begin(), n, cub::Sum(), 0);
    if (turn == 0) cudaMalloc(&space, bytes);
  }
  cudaFree(space);

  thrust::default_random_engine engine(1);
  thrust::normal_distribution<float> normal(5.0f, 2.0f);
  thrust::complex<float> mean(0, 0);
  for (int i = 0; i < n; ++i) mean += thrust::complex<float>(normal(engine), 0) / float(n);
  outcome_t outcome = {sum[0] == thrust::reduce(values.begin(), values.end()) && thrust::abs(mean) > 4.5f && thrust::abs(mean) < 5.5f};
  printf("%d to %d, sum %d, ok %d\n", int(out[0]), int(out[1]), int(sum[0]), outcome.ok);
}
