//! Every thread adds the sum of its warp to the total.
//! flags: -O2
//! expect: note
//! status: 0
//! who: Thread 1 of block 0 (and 30 more of its warp)
//! says: a sum that only lane 0 of the warp has
//! says: __shfl_sync(mask, sum, 0)
__device__ float warp_sum(float value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffffu, value, distance);
  return value;
}

__global__ void total(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = warp_sum(in[i]);
  atomicAdd(out, sum);  // fault
}

int main() {
  const int n = 128;
  float host[n], *in, *out;
  for (int i = 0; i < n; ++i)
    host[i] = i + 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(float));
  total<<<2, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
