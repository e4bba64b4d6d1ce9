//! Tiled product: the next tile is loaded while other warps still use this one.
//! expect: race
//! says: __syncthreads()
const int kTile = 16;

__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[kTile][kTile], tb[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * kTile + y, col = blockIdx.x * kTile + x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += kTile) {
    ta[y][x] = a[row * n + k + x];    // fault
    tb[y][x] = b[(k + y) * n + col];  // fault
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      sum += ta[y][i] * tb[i][x];  // fault
  }
  c[row * n + col] = sum;
}

int main() {
  const int n = 32;
  float* m[3];
  for (auto& p : m) {
    cudaMalloc(&p, n * n * sizeof(float));
    cudaMemset(p, 0, n * n * sizeof(float));
  }
  matmul<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(m[0], m[1], m[2], n);
  cudaDeviceSynchronize();
  for (auto p : m)
    cudaFree(p);
}
