// Double buffering: while one pair of tiles is used, the next is loaded; one barrier a step.
#include <vector>
constexpr int T = 8;

__global__ void matmul(const int* a, const int* b, int* c, int n) {
  __shared__ int ta[2][T][T], tb[2][T][T];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  int sum = 0, now = 0;
  ta[0][y][x] = a[row * n + x];
  tb[0][y][x] = b[y * n + col];
  __syncthreads();
  for (int k = T; k <= n; k += T) {
    if (k < n) {
      ta[now ^ 1][y][x] = a[row * n + k + x];
      tb[now ^ 1][y][x] = b[(k + y) * n + col];
    }
    for (int i = 0; i < T; ++i)
      sum += ta[now][y][i] * tb[now][i][x];
    __syncthreads();
    now ^= 1;
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 32;
  std::vector<int> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i)
    a[i] = i % 9 - 4, b[i] = i % 6;
  int *da, *db, *dc;
  cudaMalloc(&da, n * n * 4), cudaMalloc(&db, n * n * 4), cudaMalloc(&dc, n * n * 4);
  cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * n * 4, cudaMemcpyHostToDevice);
  matmul<<<dim3(n / T, n / T), dim3(T, T)>>>(da, db, dc, n);
  cudaMemcpy(c.data(), dc, n * n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da), cudaFree(db), cudaFree(dc);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int e = 0;
      for (int k = 0; k < n; ++k)
        e += a[i * n + k] * b[k * n + j];
      if (c[i * n + j] != e)
        return 1;
    }
  return 0;
}
