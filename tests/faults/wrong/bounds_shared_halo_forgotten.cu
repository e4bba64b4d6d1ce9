//! A tile of BLOCK cells where BLOCK + 2 are needed for the halo.
//! expect: out_of_bounds
//! who: Thread 31 of block 0
//! says: shared
#define BLOCK 32

__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float tile[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  tile[threadIdx.x + 1] = in[i];  // fault
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0.0f;
  __syncthreads();
  out[i] = 0.5f * (tile[threadIdx.x] + tile[threadIdx.x + 1]);
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  smooth<<<4, BLOCK>>>(in, out, 128);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
