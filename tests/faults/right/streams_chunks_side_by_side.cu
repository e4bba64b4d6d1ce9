// Four streams over chunks of one allocation, all copies first, then all kernels, then all copies
// back. Chunks are no multiples of a sector, so neighbours share sectors, and in bytes also words.
//! prints: 0 wrong
#include <cstdio>

__global__ void add_one(unsigned char* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += 1;
}

__global__ void twice(float* x, const float* table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 2 * x[i] + table[i % 32];
}

int main() {
  const int streams = 4, chunk = 1003, n = streams * chunk;
  float *host, *x, *table, zeros[32] = {};
  unsigned char *bytes, *host_bytes;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMallocHost(&host_bytes, n);
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&table, sizeof zeros);
  cudaMalloc(&bytes, n);
  cudaMemcpy(table, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  for (int i = 0; i < n; i++) {
    host[i] = i;
    host_bytes[i] = i % 100;
  }
  cudaStream_t stream[streams];
  for (auto& s : stream)
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  for (int round = 0; round < 2; round++) {
    for (int s = 0; s < streams; s++) {
      const int at = s * chunk;
      cudaMemcpyAsync(x + at, host + at, chunk * 4, cudaMemcpyHostToDevice, stream[s]);
      cudaMemcpyAsync(bytes + at, host_bytes + at, chunk, cudaMemcpyHostToDevice, stream[s]);
    }
    for (int s = 0; s < streams; s++) {
      twice<<<8, 128, 0, stream[s]>>>(x + s * chunk, table, chunk);
      add_one<<<8, 128, 0, stream[s]>>>(bytes + s * chunk, chunk);
    }
    for (int s = 0; s < streams; s++) {
      const int at = s * chunk;
      cudaMemcpyAsync(host + at, x + at, chunk * 4, cudaMemcpyDeviceToHost, stream[s]);
      cudaMemcpyAsync(host_bytes + at, bytes + at, chunk, cudaMemcpyDeviceToHost, stream[s]);
    }
  }
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += host[i] != 4 * i || host_bytes[i] != i % 100 + 2;
  printf("%d wrong\n", wrong);
  for (auto& s : stream)
    cudaStreamDestroy(s);
  cudaFree(x);
  cudaFree(table);
  cudaFree(bytes);
  cudaFreeHost(host);
  cudaFreeHost(host_bytes);
}
