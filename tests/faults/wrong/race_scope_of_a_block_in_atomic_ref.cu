//! expect: race
//! says: cuda::thread_scope_device
// A queue's end that all blocks move on, by atomic_ref with the scope of a block.
#include <cuda/atomic>
#include <cuda_runtime.h>

__global__ void keep_positive(const float* in, int n, float* out, unsigned* end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_block> next(*end);
    out[next.fetch_add(1u, cuda::memory_order_relaxed)] = in[i];  // fault
  }
}

int main() {
  const int n = 512;
  float h[n];
  for (int i = 0; i < n; ++i) {
    h[i] = float(i % 7) - 3;
  }
  float *in, *out;
  unsigned* end;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&end, sizeof(unsigned));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(end, 0, sizeof(unsigned));
  keep_positive<<<2, 256>>>(in, n, out, end);
  unsigned kept = 0;
  cudaMemcpy(&kept, end, sizeof kept, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(end);
  return 0;
}
