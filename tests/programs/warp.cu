// Shuffles of all types and widths, votes, matches.
#include <cstdio>

__global__ void shuffles(int* out, double* sums) {
  const int lane = threadIdx.x;
  out[lane] = __shfl_sync(0xffffffffu, lane * 10, 3);
  out[32 + lane] = __shfl_up_sync(0xffffffffu, lane, 1);
  out[64 + lane] = __shfl_down_sync(0xffffffffu, lane, 2, 8);
  out[96 + lane] = __shfl_xor_sync(0xffffffffu, lane, 16);
  double sum = 0.5 * lane;
  long long whole = 10000000000ll * lane;
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, step);
    whole += __shfl_down_sync(0xffffffffu, whole, step);
  }
  sums[lane] = sum;
  if (lane == 0) sums[32] = (double)whole;
}

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  unsigned all = __all_sync(0xffffffffu, lane < 32), any = __any_sync(0xffffffffu, lane == 40);
  unsigned ballot = __ballot_sync(0xffffffffu, lane % 4 == 1);
  unsigned match = __match_any_sync(0xffffffffu, lane / 8);
  int same;
  unsigned every = __match_all_sync(0xffffffffu, 5, &same);
  if (lane == 9) {
    out[0] = all * 2 + any;
    out[1] = ballot;
    out[2] = match;
    out[3] = every;
    out[4] = same;
    out[5] = __activemask();
    out[6] = __popc(ballot & ((1u << lane) - 1));
    out[7] = __ffs(ballot) * 100 + __clz(ballot);
  }
  if (lane >= 20) {
    const unsigned sum = __reduce_add_sync(0xfff00000u, lane);
    if (lane == 31) out[8] = sum;
  }
}

int main() {
  int* ints;
  double* doubles;
  unsigned* words;
  cudaMallocManaged(&ints, 128 * sizeof(int));
  cudaMallocManaged(&doubles, 33 * sizeof(double));
  cudaMallocManaged(&words, 9 * sizeof(unsigned));
  shuffles<<<1, 32>>>(ints, doubles);
  votes<<<1, 32>>>(words);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d %d %d %d %d %d\n", ints[7], ints[32], ints[37], ints[64 + 5], ints[64 + 6], ints[96 + 1]);
  std::printf("%.1f %.1f %.0f\n", doubles[0], doubles[31], doubles[32]);
  for (int i = 0; i < 9; ++i) std::printf("%x ", words[i]);
  std::printf("\n");
  cudaFree(ints);
  cudaFree(doubles);
  cudaFree(words);
}
