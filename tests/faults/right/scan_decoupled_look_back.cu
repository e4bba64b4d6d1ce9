// One pass: each block publishes its sum and looks back at its predecessors (flag and value in
// separate words).
#include <vector>
constexpr int B = 128;
struct Part {
  int sum, prefix, flag;  // flag: 0 nothing yet, 1 sum, 2 prefix
};
__device__ unsigned next_part;

__global__ void scan(const int* in, int* out, volatile Part* parts, int n) {
  __shared__ int x[B];
  __shared__ int part, before;
  const int t = threadIdx.x;
  if (t == 0)
    part = atomicAdd(&next_part, 1);
  __syncthreads();
  const int i = part * B + t;
  x[t] = i < n ? in[i] : 0;
  for (int d = 1; d < B; d *= 2) {
    __syncthreads();
    int v = t >= d ? x[t - d] : 0;
    __syncthreads();
    x[t] += v;
  }
  __syncthreads();
  if (t == 0) {
    parts[part].sum = x[B - 1];
    __threadfence();
    parts[part].flag = 1;
    int sum = 0;
    for (int p = part - 1; p >= 0; --p) {
      int flag;
      while ((flag = parts[p].flag) == 0) {
      }
      __threadfence();
      if (flag == 2) {
        sum += parts[p].prefix;
        break;
      }
      sum += parts[p].sum;
    }
    parts[part].prefix = sum + x[B - 1];
    __threadfence();
    parts[part].flag = 2;
    before = sum;
  }
  __syncthreads();
  if (i < n)
    out[i] = before + x[t];
}

int main() {
  const int n = 2000, blocks = (n + B - 1) / B;
  std::vector<int> h(n), r(n);
  for (int i = 0; i < n; ++i)
    h[i] = i % 5 - 1;
  int *in, *out;
  Part* parts;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&parts, blocks * sizeof(Part));
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(parts, 0, blocks * sizeof(Part));
  scan<<<blocks, B>>>(in, out, parts, n);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(parts);
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += h[i];
    if (r[i] != sum)
      return 1;
  }
  return 0;
}
