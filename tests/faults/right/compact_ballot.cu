// Keeps elements in order within a warp: ranks from a ballot, one atomic a warp.
#include <algorithm>
#include <vector>

__global__ void compact(const int* in, int n, int* out, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = i < n && in[i] % 3 == 0;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, __popc(votes));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep)
    out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}

int main() {
  const int n = 777;
  std::vector<int> h(n), r(n);
  for (int i = 0; i < n; ++i)
    h[i] = i;
  int *in, *out, *count, kept = 0;
  cudaMalloc(&in, n * 4), cudaMalloc(&out, n * 4), cudaMalloc(&count, 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, 4);
  compact<<<4, 224>>>(in, n, out, count);
  cudaMemcpy(&kept, count, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(r.data(), out, kept * 4, cudaMemcpyDeviceToHost);
  cudaFree(in), cudaFree(out), cudaFree(count);
  if (kept != 259)
    return 1;
  std::sort(r.begin(), r.begin() + kept);
  for (int k = 0; k < kept; ++k) {
    if (r[k] != 3 * k)
      return 2;
  }
  return 0;
}
