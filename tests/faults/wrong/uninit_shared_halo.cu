//! The halo cell on the right is read, but only the left one was filled.
//! expect: uninitialised_read
//! who: Thread 63 of block 0
//! says: 'tile'
//! says: Shared memory
#define N 64
__global__ void smooth(const float* in, float* out) {
  __shared__ float tile[N + 2];
  int t = threadIdx.x;
  tile[t + 1] = in[t];
  if (t == 0)
    tile[0] = 0.0f;
  __syncthreads();
  out[t] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3;  // fault
}

int main() {
  float *in, *out;
  cudaMalloc(&in, N * sizeof(float));
  cudaMalloc(&out, N * sizeof(float));
  cudaMemset(in, 0, N * sizeof(float));
  smooth<<<1, N>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
