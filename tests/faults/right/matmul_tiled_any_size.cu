// Tiles padded with zeros at the edges, both barriers, rectangular matrices.
#include <vector>
#define TILE 16

__global__ void matmul(const float* A, const float* B, float* C, int m, int k, int n) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    As[ty][tx] = row < m && t * TILE + tx < k ? A[row * k + t * TILE + tx] : 0.0f;
    Bs[ty][tx] = col < n && t * TILE + ty < k ? B[(t * TILE + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      value += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = value;
}

int main() {
  const int m = 37, k = 50, n = 21;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = i % 7;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = i % 5;
  float *dA, *dB, *dC;
  cudaMalloc(&dA, a.size() * 4);
  cudaMalloc(&dB, b.size() * 4);
  cudaMalloc(&dC, c.size() * 4);
  cudaMemcpy(dA, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
  matmul<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(dA, dB, dC, m, k,
                                                                                   n);
  cudaMemcpy(c.data(), dC, c.size() * 4, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float e = 0;
      for (int l = 0; l < k; ++l)
        e += a[i * k + l] * b[l * n + j];
      if (c[i * n + j] != e)
        return 1;
    }
  return 0;
}
