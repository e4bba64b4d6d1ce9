//! Both arms of a branch ask first which lanes are active: compilers must not ask once, before it.
//! prints: 55555555 aaaaaaaa 16 15
#include <cooperative_groups.h>
#include <cstdio>

__global__ void masks(const int *v, unsigned *mask) {
  int i = threadIdx.x;
  if (v[i] & 1) {
    unsigned active = __activemask();
    mask[i] = active;
  } else {
    unsigned active = __activemask();
    mask[i] = active;
  }
}

__global__ void groups(const int *v, unsigned *size, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  if (v[i] & 1) {
    auto odd = cooperative_groups::coalesced_threads();
    size[i] = __popc(odd.ballot(v[i] > 0));
  } else {
    auto even = cooperative_groups::coalesced_threads();
    size[i] = even.size() - (even.any(v[i] > 100) ? 1 : 0);
  }
}

int main() {
  int *v;
  unsigned *out;
  cudaMallocManaged(&v, 32 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(unsigned));
  for (int i = 0; i < 32; i++)
    v[i] = i;
  masks<<<1, 32>>>(v, out);
  groups<<<1, 32>>>(v, out + 32, 31);
  cudaDeviceSynchronize();
  printf("%x %x %u %u\n", out[0], out[1], out[32], out[33]);
  cudaFree(v);
  cudaFree(out);
}
