//! The bytes are read as char, which is signed: those from 128 on count into bins before the first.
//! expect: out_of_bounds
//! says: index -56
//! says: unsigned char
__global__ void count(const char* text, int* bins, int n) {
  __shared__ int mine[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    mine[i] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&mine[text[i]], 1);  // fault
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    atomicAdd(&bins[i], mine[i]);
  }
}

int main() {
  const int n = 5000;
  char* text;
  int* bins;
  cudaMalloc(&text, n);
  cudaMalloc(&bins, 256 * sizeof(int));
  cudaMemset(text, 200, n);
  cudaMemset(bins, 0, 256 * sizeof(int));
  count<<<4, 128>>>(text, bins, n);
  cudaDeviceSynchronize();
  cudaFree(text);
  cudaFree(bins);
}
