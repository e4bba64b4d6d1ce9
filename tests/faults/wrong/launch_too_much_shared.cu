//! More dynamic shared memory than a launch may ask for without cudaFuncSetAttribute.
//! expect: note
//! status: 0
//! says: shared memory
__global__ void stage(float* x) {
  extern __shared__ float all[];
  all[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];
}

int main() {
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  stage<<<1, 64, 64 * 1024>>>(x);  // fault
  cudaDeviceSynchronize();
  cudaFree(x);
}
