// simulator only: CUB 3, of CUDA 13, has these names no more
// Parts of CUB that work in one thread or between lanes: reductions of arrays, searches, shuffles.
#include <cstdio>
#include <cub/cub.cuh>

struct Plus {
  __device__ int operator()(int a, int b) const { return a + b; }
};

__global__ void alone(const int *sorted, int *out) {
  int four[4] = {5, 3, 9, 1};
  const unsigned lane = cub::LaneId();
  out[lane] = cub::internal::ThreadReduce(four, cub::Max()) + cub::internal::ThreadReduce(four, Plus(), 100);
  out[32 + lane] = 100 * cub::LowerBound(sorted, 10, (int)lane) + cub::UpperBound(sorted, 10, (int)lane);
  out[64 + lane] = cub::ShuffleUp<32>((int)lane, 3, 0, 0xffffffffu);
  out[96 + lane] = cub::ShuffleDown<8>((int)lane, 2, 7, 0xffffffffu);
  out[128 + lane] = cub::ShuffleIndex<16>((int)lane, 5, 0xffffffffu);
  out[160 + lane] = __popc(cub::LaneMaskLt()) + 100 * __popc(cub::LaneMaskGe());
  cub::CTA_SYNC();
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 10 * sizeof(int));
  cudaMallocManaged(&out, 192 * sizeof(int));
  for (int i = 0; i < 10; ++i) in[i] = 3 * i / 2;
  alone<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int row = 0; row < 6; ++row) printf("alone %d: %d %d %d %d\n", row, out[row * 32], out[row * 32 + 5], out[row * 32 + 7], out[row * 32 + 31]);
  cudaFree(in);
  cudaFree(out);
}
