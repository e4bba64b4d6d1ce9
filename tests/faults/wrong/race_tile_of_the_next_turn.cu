//! The loop over tiles has the barrier behind the load, but none before the next load.
//! expect: race
//! says: A barrier stands on the way from line 9 to line 12, but none on the way back
//! says: at the end of that loop
//! omits: Put __syncthreads() between
__global__ void sums(const float* in, float* out, int tiles) {
  __shared__ float tile[128];
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) { tile[threadIdx.x] = in[t * 128 + threadIdx.x];  // fault
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      sum += tile[(threadIdx.x + k) % 128];  // fault
    }
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int tiles = 4;
  float *in, *out;
  cudaMalloc(&in, tiles * 128 * sizeof(float));
  cudaMalloc(&out, 128 * sizeof(float));
  cudaMemset(in, 0, tiles * 128 * sizeof(float));
  sums<<<1, 128>>>(in, out, tiles);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
