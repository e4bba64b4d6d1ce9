//! No barrier after the bins are cleared.
//! expect: race
//! says: 'bins'
//! says: __syncthreads()
__global__ void histogram(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;  // fault
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(bins + in[i], 1);  // fault
  __syncthreads();
  atomicAdd(out + threadIdx.x, bins[threadIdx.x]);
}

int main() {
  unsigned char* in;
  unsigned* out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 1024);
  cudaMemset(in, 200, 4096);
  cudaMemset(out, 0, 1024);
  histogram<<<2, 256>>>(in, out, 4096);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
