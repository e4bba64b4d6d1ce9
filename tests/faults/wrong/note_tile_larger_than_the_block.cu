//! A tile of 32 threads in a block of 20: the reduction asks for lanes that are not there.
//! expect: note
//! status: 0
//! says: the block has no such thread in this warp
//! says: multiple of 32 threads
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sum(const double* in, double* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  double total = cg::reduce(tile, in[threadIdx.x], cg::plus<double>());  // fault
  if (threadIdx.x == 0)
    *out = total;
}

int main() {
  double *in, *out;
  cudaMalloc(&in, 20 * sizeof(double));
  cudaMalloc(&out, sizeof(double));
  cudaMemset(in, 0, 20 * sizeof(double));
  sum<<<1, 20>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
