//! memcpy_async of cooperative groups, and a barrier in place of wait.
//! expect: race
//! says: cooperative_groups::wait
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void twice(const int* in, int* out) {
  __shared__ int cells[256];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, cells, in + blockIdx.x * 256, sizeof cells);  // other
  block.sync();
  out[blockIdx.x * 256 + threadIdx.x] = 2 * cells[threadIdx.x];  // fault
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  twice<<<2, 256>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
