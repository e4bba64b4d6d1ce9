//! A brute-force search looks at a flag that others may set and computes for long without a write.
//! prints: key 1234567
#include <cstdio>

__device__ unsigned answer = 0;
__device__ int found = 0;

__device__ unsigned mix(unsigned x) {
  for (int round = 0; round < 40; ++round) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
  }
  return x;
}

__global__ void search(unsigned wanted, unsigned keys) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned key = blockIdx.x * blockDim.x + threadIdx.x; key < keys; key += stride) {
    if (*(volatile int*)&found)
      return;
    if (mix(key) == wanted && atomicExch(&found, 1) == 0)
      answer = key;
  }
}

unsigned on_host(unsigned x) {
  for (int round = 0; round < 40; ++round) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
  }
  return x;
}

int main() {
  unsigned key = 0;
  search<<<4, 128>>>(on_host(1234567), 1u << 21);
  cudaMemcpyFromSymbol(&key, answer, sizeof key);
  std::printf("key %u\n", key);
}
