//! flags: -w
//! Places and pointers that only the threads with work have, and that only those use.
#include <cstdio>

__device__ int find(const int* keys, int n, int key, int* place) {
  for (int i = 0; i < n; ++i) {
    if (keys[i] == key) {
      *place = i;
      return 1;
    }
  }
  return 0;
}

__global__ void compact(const int* in, int* counter, int* out, int n) {
  __shared__ int block_base, block_count;
  int i = blockIdx.x * blockDim.x + threadIdx.x, rank, value;
  if (threadIdx.x == 0)
    block_count = 0;
  __syncthreads();
  const bool keep = i < n && (value = in[i]) % 3 == 0;
  if (keep)
    rank = atomicAdd(&block_count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    block_base = atomicAdd(counter, block_count);
  __syncthreads();
  if (keep)
    out[block_base + rank] = value;
}

__global__ void aggregated(const int* in, int* counter, int* out, int n) {
  const unsigned lane = threadIdx.x % 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - int(lane) < n;
       i += gridDim.x * blockDim.x) {
    const bool keep = i < n && in[i] % 5 == 0;
    const unsigned votes = __ballot_sync(0xffffffffu, keep);
    int base;
    if (lane == 0)
      base = atomicAdd(counter, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep)
      out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
  }
}

__global__ void lookup(const int* keys, const int* values, int* out, int n) {
  int place;
  const int found = find(keys, n, 3 * threadIdx.x, &place);
  __syncthreads();
  out[threadIdx.x] = found ? values[place] : -1;
}

__global__ void rows(int* out, int n, int skip) {
  int* row;
  int left;
  for (int i = 0; i < n; ++i) {
    if (i % skip == 0) {
      row = out + i * 32;
      left = skip;
    }
    row[threadIdx.x] = left--;
  }
}

__global__ void halves(int* a, int* b) {
  int* mine;
  if (threadIdx.x < 16)
    mine = a + threadIdx.x;
  else if (threadIdx.x < 32)
    mine = b + threadIdx.x - 16;
  __syncwarp();
  if (threadIdx.x < 32)
    *mine = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 32)
    *mine += 1;
}

int main() {
  const int n = 1000;
  int host[n], *in, *out, *counter;
  for (int i = 0; i < n; ++i)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 2 * sizeof host);
  cudaMalloc(&counter, 2 * sizeof(int));
  cudaMemset(counter, 0, 2 * sizeof(int));
  cudaMemset(out, 0, 2 * sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  compact<<<4, 256>>>(in, counter, out, n);
  aggregated<<<2, 128>>>(in, counter + 1, out, n);
  lookup<<<1, 64>>>(in, in, out, 50);
  rows<<<1, 32>>>(out, 20, 7);
  halves<<<1, 64>>>(out, out + 32);
  int counts[2];
  cudaMemcpy(counts, counter, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", counts[0], counts[1], host[0], host[33]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(counter);
}
