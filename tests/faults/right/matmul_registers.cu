// Each thread computes a 4x4 patch; float4 loads, tiles in dynamic shared memory.
#include <vector>
constexpr int kPatch = 4, kTile = 32, kThreads = kTile / kPatch;

__global__ void __launch_bounds__(kThreads* kThreads)
    matmul(const float* a, const float* b, float* c, int n) {
  extern __shared__ float4 memory[];
  float* sa = reinterpret_cast<float*>(memory);
  float* sb = sa + kTile * kTile;
  const int thread = threadIdx.y * kThreads + threadIdx.x;
  float sum[kPatch][kPatch] = {};
  for (int k = 0; k < n; k += kTile) {
    for (int i = thread; i < kTile * kTile / 4; i += kThreads * kThreads) {
      int r = i / (kTile / 4), q = i % (kTile / 4) * 4;
      *reinterpret_cast<float4*>(sa + r * kTile + q) =
          *reinterpret_cast<const float4*>(a + (blockIdx.y * kTile + r) * n + k + q);
      *reinterpret_cast<float4*>(sb + r * kTile + q) =
          *reinterpret_cast<const float4*>(b + (k + r) * n + blockIdx.x * kTile + q);
    }
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      for (int y = 0; y < kPatch; ++y)
        for (int x = 0; x < kPatch; ++x)
          sum[y][x] +=
              sa[(threadIdx.y * kPatch + y) * kTile + i] * sb[i * kTile + threadIdx.x * kPatch + x];
    __syncthreads();
  }
  for (int y = 0; y < kPatch; ++y)
    for (int x = 0; x < kPatch; ++x)
      c[(blockIdx.y * kTile + threadIdx.y * kPatch + y) * n + blockIdx.x * kTile +
        threadIdx.x * kPatch + x] = sum[y][x];
}

int main() {
  const int n = 64;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i)
    a[i] = i % 5, b[i] = i % 3;
  float *da, *db, *dc;
  cudaMalloc(&da, n * n * 4), cudaMalloc(&db, n * n * 4), cudaMalloc(&dc, n * n * 4);
  cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * n * 4, cudaMemcpyHostToDevice);
  matmul<<<dim3(2, 2), dim3(kThreads, kThreads), 2 * kTile * kTile * sizeof(float)>>>(da, db, dc,
                                                                                      n);
  cudaMemcpy(c.data(), dc, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da), cudaFree(db), cudaFree(dc);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float e = 0;
      for (int k = 0; k < n; ++k)
        e += a[i * n + k] * b[k * n + j];
      if (c[i * n + j] != e)
        return 1;
    }
  return 0;
}
