// Scans of blocks, a scan of their sums, and the sums added back.
#include <vector>
constexpr int B = 64;

__global__ void scan_block(const int* in, int* out, int* sums, int n) {
  __shared__ int a[B], b[B];
  int t = threadIdx.x, i = blockIdx.x * B + t;
  int *from = a, *to = b;
  from[t] = i < n ? in[i] : 0;
  for (int d = 1; d < B; d *= 2) {
    __syncthreads();
    to[t] = t >= d ? from[t] + from[t - d] : from[t];
    int* other = from;
    from = to;
    to = other;
  }
  if (i < n)
    out[i] = from[t] - in[i];
  if (t == B - 1 && sums != nullptr)
    sums[blockIdx.x] = from[t];
}

__global__ void add(int* out, const int* sums, int n) {
  int i = blockIdx.x * B + threadIdx.x;
  if (i < n)
    out[i] += sums[blockIdx.x];
}

int main() {
  const int n = 3001, blocks = (n + B - 1) / B;
  std::vector<int> h(n), r(n);
  for (int i = 0; i < n; ++i)
    h[i] = i % 7 - 3;
  int *in, *out, *sums, *offsets;
  cudaMalloc(&in, n * 4), cudaMalloc(&out, n * 4), cudaMalloc(&sums, blocks * 4),
      cudaMalloc(&offsets, blocks * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  scan_block<<<blocks, B>>>(in, out, sums, n);
  scan_block<<<1, B>>>(sums, offsets, nullptr, blocks);
  add<<<blocks, B>>>(out, offsets, n);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(in), cudaFree(out), cudaFree(sums), cudaFree(offsets);
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (r[i] != sum)
      return 1;
    sum += h[i];
  }
  return 0;
}
