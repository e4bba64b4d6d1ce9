//! The halo is loaded after the barrier: the last threads may read it before it is there.
//! expect: race
//! says: dynamic shared memory
//! says: __syncthreads()
#define R 2
__global__ void blur(const float* in, float* out, int n) {
  extern __shared__ float tile[];
  int g = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + R;
  tile[t] = in[g];
  __syncthreads();
  if (threadIdx.x < R) {
    tile[t - R] = g >= R ? in[g - R] : 0.0f;                                // fault
    tile[t + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0.0f;  // fault
  }
  out[g] = tile[t - R] + tile[t] + tile[t + R];  // fault
}

int main() {
  const int n = 256;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  blur<<<n / 64, 64, (64 + 2 * R) * sizeof(float)>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
