//! As barrier_inside_the_guard, written with a return: the same is said.
//! expect: note
//! status: 0
//! who: block 1
//! says: __syncthreads()
//! says: at line 13 leads
//! says: thread 36 of its block ended without reaching it
__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float tile[66];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;


  if (i >= n)
    return;
  tile[t] = in[i];
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0.0f;
  if (threadIdx.x == 63 || i == n - 1)
    tile[t + 1] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();  // fault
  out[i] = (tile[t - 1] + tile[t] + tile[t + 1]) / 3.0f;
}

int main() {
  const int n = 100;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  smooth<<<2, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
