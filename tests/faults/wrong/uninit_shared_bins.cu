//! The bins in shared memory are not cleared.
//! expect: uninitialised_read
//! says: 'bins'
__global__ void histogram(const unsigned char* in, int n, unsigned* out) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&bins[in[i]], 1u);  // fault
  }
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main() {
  unsigned char* in;
  unsigned* out;
  cudaMalloc(&in, 1000);
  cudaMalloc(&out, 256 * sizeof(unsigned));
  cudaMemset(in, 5, 1000);
  cudaMemset(out, 0, 256 * sizeof(unsigned));
  histogram<<<1, 256>>>(in, 1000, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
