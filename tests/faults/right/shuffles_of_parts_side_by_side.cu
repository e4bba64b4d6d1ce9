// Parts of a warp make one call together, each with its own mask; what comes from another part is dropped.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void halves(const int* x, int* out) {
  unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  int sum = x[threadIdx.x];
  for (int distance = 8; distance > 0; distance /= 2)
    sum += __shfl_down_sync(mask, sum, distance);
  if (threadIdx.x % 16 == 0)
    out[threadIdx.x / 16] = sum;
  sum = __shfl_sync(mask, sum, threadIdx.x & 16);
  int total = x[threadIdx.x];
  for (int distance = 8; distance > 0; distance /= 2)
    total += __shfl_xor_sync(mask, total, distance);
  int first = __shfl_sync(mask, total, 0, 16);
  int turned = __shfl_sync(mask, total, (threadIdx.x + 1) % 16 + (threadIdx.x & 16));
  out[2 + threadIdx.x] = sum + total + first + turned;
}

__global__ void tiles(const int* x, int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = x[threadIdx.x];
  for (int distance = 4; distance > 0; distance /= 2)
    sum += tile.shfl_down(sum, distance);
  out[threadIdx.x] = tile.shfl(sum, 0);
  auto all = cg::coalesced_threads();
  out[threadIdx.x] += all.shfl(sum, 24) + tile.shfl_xor(sum, 1);
}

__global__ void groups_of_equals(const int* x, int* out) {
  unsigned mask = __match_any_sync(0xffffffffu, x[threadIdx.x] % 3);
  int leader = __ffs(mask) - 1;
  out[threadIdx.x] = __shfl_sync(mask, x[threadIdx.x], leader);
}

int main() {
  int host[34];
  for (int i = 0; i < 34; ++i)
    host[i] = i;
  int *x, *out;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  halves<<<1, 32>>>(x, out);
  tiles<<<1, 32>>>(x, out);
  groups_of_equals<<<1, 32>>>(x, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaFree(x);
  cudaFree(out);
}
