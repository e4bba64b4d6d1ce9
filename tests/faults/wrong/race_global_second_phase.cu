//! Phase two of a kernel reads what other blocks write in phase one.
//! expect: race
//! says: two kernels
__global__ void normalise(const float* x, float* partial, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    partial[blockIdx.x] = x[i];  // fault
  __syncthreads();
  float sum = 0.0f;
  for (unsigned b = 0; b < gridDim.x; ++b)
    sum += partial[b];  // fault
  out[i] = x[i] / sum;
}

int main() {
  float host[128];
  for (int i = 0; i < 128; ++i)
    host[i] = 1.0f + i;
  float *x, *partial, *out;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&partial, 4 * sizeof(float));
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(partial, 0, 4 * sizeof(float));
  normalise<<<4, 32>>>(x, partial, out);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(partial);
  cudaFree(out);
}
