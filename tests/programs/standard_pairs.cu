// Pairs and tuples of cuda::std that kernels assign, tie, take apart and hand on.
#include <cuda/std/tuple>
#include <cuda/std/utility>

#include <cstdio>

using Best = cuda::std::pair<float, int>;
__host__ __device__ Best better(const Best& a, const Best& b) {
  return a < b ? a : b;
}
__device__ cuda::std::tuple<int, int> divide(int a, int b) {
  return {a / b, a % b};
}

__global__ void smallest(const float* x, int n, Best* out) {
  Best best(1e30f, -1);
  for (int i = threadIdx.x; i < n; i += 32) {
    const Best here = cuda::std::make_pair(x[i], i);
    if (here.first < best.first)
      best = here;
  }
  for (int d = 16; d > 0; d /= 2) {
    const Best other{__shfl_down_sync(~0u, best.first, d), __shfl_down_sync(~0u, best.second, d)};
    best = better(best, other);
  }
  if (threadIdx.x == 0)
    *out = best;
}

__global__ void tuples(int* out) {
  int a, r;
  cuda::std::tie(a, r) = divide(17, 5);
  out[0] = a * 10 + r;
  cuda::std::tie(a, r) = cuda::std::make_tuple(r, a);
  out[1] = a * 10 + r;
  auto [q, rest] = divide(23, 4);
  out[2] = q * 10 + rest;
  cuda::std::tuple<int, float, double> t{1, 2.5f, 3.0}, copy;
  copy = t;
  cuda::std::get<0>(copy) += 4;
  out[3] = cuda::std::get<0>(copy) * 10 + (copy == t);
  cuda::std::pair p{3, 4};
  p = cuda::std::pair{5, 6};
  cuda::std::swap(p.first, p.second);
  out[4] = p.first * 10 + cuda::std::get<1>(p);
}

int main() {
  float host[100], *x;
  for (int i = 0; i < 100; ++i)
    host[i] = (i * 37 + 11) % 101;
  Best *out, best;
  int *numbers, result[5];
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof best);
  cudaMalloc(&numbers, sizeof result);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  smallest<<<1, 32>>>(x, 100, out);
  tuples<<<1, 1>>>(numbers);
  cudaMemcpy(&best, out, sizeof best, cudaMemcpyDeviceToHost);
  cudaMemcpy(result, numbers, sizeof result, cudaMemcpyDeviceToHost);
  cuda::std::pair here{1, 2.0};
  std::pair<int, double> theirs = here;
  here = theirs;
  printf("%g at %d, %d %g |", best.first, best.second, here.first, theirs.second);
  for (int v : result)
    printf(" %d", v);
  printf("\n");
  cudaFree(x), cudaFree(out), cudaFree(numbers);
}
