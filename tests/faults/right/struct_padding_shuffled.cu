//! flags: -O1
// A struct with padding goes around the warp word by word; nobody ever wrote the padding.
struct Candidate {
  double score;
  int index;
};

__device__ Candidate from_lane(Candidate mine, int lane) {
  Candidate theirs;
  const int* in = reinterpret_cast<const int*>(&mine);
  int* out = reinterpret_cast<int*>(&theirs);
#pragma unroll 1
  for (unsigned i = 0; i < sizeof(Candidate) / sizeof(int); ++i)
    out[i] = __shfl_sync(0xffffffffu, in[i], lane);
  return theirs;
}

__global__ void best_of_warp(const double* scores, Candidate* best) {
  Candidate mine{scores[threadIdx.x], static_cast<int>(threadIdx.x)};
  for (int step = 16; step > 0; step /= 2) {
    const Candidate theirs = from_lane(mine, static_cast<int>(threadIdx.x) ^ step);
    if (theirs.score > mine.score) mine = theirs;
  }
  if (threadIdx.x == 0) *best = mine;
}

int main() {
  double scores[32], *in;
  Candidate result, *out;
  for (int i = 0; i < 32; ++i) scores[i] = (i * 37) % 32 * 0.5;
  cudaMalloc(&in, sizeof scores);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, scores, sizeof scores, cudaMemcpyHostToDevice);
  best_of_warp<<<1, 32>>>(in, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result.score != 15.5 || result.index * 37 % 32 != 31;
}
