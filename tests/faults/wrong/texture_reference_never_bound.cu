//! A program of CUDA 11 sets up its texture reference, and forgets to bind it.
//! expect: invalid_handle
//! who: Thread 0 of block 0 (and 31 more of its warp)
//! says: it is 0
//! warns: CUDA 12 has no texture references
texture<float, cudaTextureType1D, cudaReadModeElementType> weights;

__global__ void weigh(float* values) {
  values[threadIdx.x] *= tex1Dfetch(weights, threadIdx.x);  // fault
}

int main() {
  weights.addressMode[0] = cudaAddressModeBorder;
  float *values, *table;
  cudaMalloc(&values, 32 * sizeof(float));
  cudaMalloc(&table, 32 * sizeof(float));
  cudaMemset(values, 0, 32 * sizeof(float));
  cudaMemset(table, 0, 32 * sizeof(float));
  weigh<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(table);
}
