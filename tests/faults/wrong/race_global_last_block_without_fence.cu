//! The last block sums the partial results; no __threadfence() before the counter.
//! expect: race
//! says: __threadfence()
__device__ unsigned finished = 0;

__global__ void sum(const int* in, int* partial, int* out) {
  __shared__ bool last;
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  v = __reduce_add_sync(0xffffffff, v);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = v;  // fault
    last = atomicAdd(&finished, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int b = 0; b < gridDim.x; b++)
      total += partial[b];  // fault
    *out = total;
  }
}

int main() {
  int host[256];
  for (int i = 0; i < 256; ++i)
    host[i] = i;
  int *in, *partial, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&partial, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum<<<8, 32>>>(in, partial, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
}
