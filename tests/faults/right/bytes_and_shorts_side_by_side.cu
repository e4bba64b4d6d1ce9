// Bytes and halves of words: each thread its own, then others' behind a barrier of the warp or the block, then its own
// again with another size.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void own(char* text, short* halves) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  text[i] += 1;
  text[i] *= 2;
  halves[i] = text[i];
  halves[i] += i;
}
__global__ void exchange(unsigned char* bytes, int* sums) {
  __shared__ unsigned char tile[256];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  tile[t] = bytes[base + t];
  __syncwarp();
  const int near = tile[t ^ 1] + tile[t ^ 2] + tile[t ^ 3];  // of the same word, and of the same warp
  __syncthreads();
  const int far = tile[255 - t];
  __syncthreads();
  if (t < 64) reinterpret_cast<int*>(tile)[t] = 0;  // whole words
  __syncthreads();
  tile[t] = near + far;
  sums[base + t] = tile[t];
}
__global__ void pairs(unsigned char* bytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bytes[2 * i] = 1;
  bytes[2 * i + 1] = 2;
  const unsigned short both = *reinterpret_cast<unsigned short*>(bytes + 2 * i);
  bytes[2 * i] = both >> 8;
}

int main() {
  const int n = 1024;
  char* bytes;
  short* halves;
  int* sums;
  cudaMalloc(&bytes, n);
  cudaMalloc(&halves, n * sizeof(short));
  cudaMalloc(&sums, n * sizeof(int));
  cudaMemset(bytes, 3, n);
  own<<<4, 256>>>(bytes, halves);
  exchange<<<4, 256>>>(reinterpret_cast<unsigned char*>(bytes), sums);
  pairs<<<2, 256>>>(reinterpret_cast<unsigned char*>(bytes));
  std::vector<int> host(n);
  std::vector<short> half(n);
  cudaMemcpy(host.data(), sums, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(half.data(), halves, n * sizeof(short), cudaMemcpyDeviceToHost);
  cudaFree(bytes);
  cudaFree(halves);
  cudaFree(sums);
  return host[5] == 32 && half[7] == 15 ? 0 : 1;
}
