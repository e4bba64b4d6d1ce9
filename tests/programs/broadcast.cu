// A value that one thread leaves in shared memory reaches all: clang 14's own barrier lets loads pass (recipe 0).
#include <cstdio>

__global__ void scalar(int* out, int v) {
  __shared__ int s;
  if (threadIdx.x == 0) s = v;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void forwarded(int* out) {
  __shared__ int s;
  if (threadIdx.x == 1) s = -1;
  __syncthreads();
  if (threadIdx.x == 40) s = 7;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void neighbour(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int next = tile[(threadIdx.x + 33) % 64];
  __syncthreads();
  tile[threadIdx.x] = next;
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + 31) % 64];
}

__global__ void within_warp(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 5) s[warp] = 100 + warp;
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

__global__ void counted(int* out) {
  out[threadIdx.x] = __syncthreads_count(threadIdx.x % 3 == 0) * 100 + __syncthreads_and(threadIdx.x < 64) * 10 +
                     __syncthreads_or(threadIdx.x == 63);
}

static void show(const char* name, const int* device, int base, int step) {
  int host[64];
  cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 64; ++i) wrong += host[i] != base + step * i;
  std::printf("%s: %d wrong\n", name, wrong);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  scalar<<<1, 64>>>(out, 42);
  show("scalar", out, 42, 0);
  forwarded<<<1, 64>>>(out);
  show("forwarded", out, 7, 0);
  neighbour<<<1, 64>>>(out);
  show("neighbour", out, 0, 1);
  within_warp<<<1, 32>>>(out);
  int host[32];
  cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int v : host) wrong += v != 100;
  std::printf("within_warp: %d wrong\n", wrong);
  counted<<<1, 64>>>(out);
  show("counted", out, 2211, 0);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(out);
}
