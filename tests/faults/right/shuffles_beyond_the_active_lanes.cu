// Lanes ask for values of others that do not take part, and drop what comes.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_of_those_there(const int* x, int n, int* out) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  unsigned there = __activemask();
  int sum = x[i], largest = x[i], before = x[i];
  for (int distance = 16; distance > 0; distance /= 2) {
    int other = __shfl_down_sync(there, sum, distance);
    sum += i + distance < n ? other : 0;
    int rival = __shfl_xor_sync(there, largest, distance);
    if ((i ^ distance) < n && rival > largest)
      largest = rival;
    int earlier = __shfl_up_sync(there, before, distance);
    if (i >= distance)
      before += earlier;
  }
  out[i] = before;
  if (i == 0) {
    out[32] = sum;
    printf("%d\n", sum);
  }
}

/// Lanes behind the fourth add up rubbish, and keep it to themselves.
__global__ void sums_of_eight(const int* x, int* out) {
  __shared__ int kept[24];
  if (threadIdx.x < 24 && threadIdx.x >= 8) {
    int sum = x[threadIdx.x];
    for (int distance = 4; distance > 0; distance /= 2)
      sum += __shfl_down_sync(0x00ffff00, sum, distance);
    kept[threadIdx.x] = sum;
    if (threadIdx.x % 8 == 0)
      out[threadIdx.x / 8] = kept[threadIdx.x];
  }
}

__global__ void neighbours(const int* x, int* out) {
  if (x[threadIdx.x] % 3 != 0) {
    cg::coalesced_group some = cg::coalesced_threads();
    int next = some.shfl_down(x[threadIdx.x], 1);
    out[threadIdx.x] = some.thread_rank() + 1 < some.size() ? next : -1;
  }
}

int main() {
  int host[33];
  for (int i = 0; i < 33; ++i)
    host[i] = i;
  int *x, *out;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  for (int n = 1; n <= 32; ++n)
    sum_of_those_there<<<1, 32>>>(x, n, out);
  sums_of_eight<<<1, 32>>>(x, out);
  neighbours<<<1, 32>>>(x, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaFree(x);
  cudaFree(out);
}
