//! Shared bins counted with ++ instead of atomicAdd.
//! expect: race
//! says: 'bins'
//! says: atomicAdd
__global__ void histogram(const int* in, int n, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    bins[in[i]]++;  // fault
  __syncthreads();
  if (threadIdx.x < 16)
    out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  int host[256];
  for (int i = 0; i < 256; ++i)
    host[i] = (i * 7 + i / 5) % 16;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 16 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  histogram<<<1, 64>>>(in, 256, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
