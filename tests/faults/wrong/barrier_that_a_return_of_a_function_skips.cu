//! A device function returns before its barrier for idle threads, which go on in the kernel with what the others do behind
//! the barrier. That there is a return does not help.
//! expect: divergent_barrier
//! says: went past it
__device__ void load(float* tile, const float* in, int i, int n) {
  if (i >= n)
    return;
  tile[threadIdx.x] = in[i];
  __syncthreads();  // fault
}

__global__ void reverse(const float* in, float* out, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = 0.0f;
  load(tile, in, i, n);
  out[i] = tile[threadIdx.x];
}

int main() {
  const int n = 100;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  reverse<<<2, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
