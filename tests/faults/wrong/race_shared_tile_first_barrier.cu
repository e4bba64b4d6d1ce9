//! Tiled product: the tile is used before all warps have filled it.
//! expect: race
//! says: __syncthreads()
template <int TILE>
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float sa[TILE][TILE];
  __shared__ float sb[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float acc = 0.0f;
  for (int t = 0; t < n / TILE; t++) {
    sa[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];    // fault
    sb[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + col];  // fault
    for (int k = 0; k < TILE; k++)
      acc += sa[threadIdx.y][k] * sb[k][threadIdx.x];  // fault
    __syncthreads();
  }
  c[row * n + col] = acc;
}

int main() {
  const int n = 16;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  cudaMemset(a, 0, n * n * 4);
  cudaMemset(b, 0, n * n * 4);
  matmul<8><<<dim3(2, 2), dim3(8, 8)>>>(a, b, c, n);
  cudaDeviceSynchronize();
  cudaFree(a), cudaFree(b), cudaFree(c);
}
