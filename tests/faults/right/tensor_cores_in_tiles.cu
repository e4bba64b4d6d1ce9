//! A tiled product as it is taught: tiles in shared memory with padded rows, each warp a part of the result, edges
//! through shared memory, loads that follow a branch of a part of the warp.
#include <cstdio>
#include <mma.h>
#include <vector>
using namespace nvcuda;

constexpr int kTile = 32, kPadded = kTile + 8;

__global__ void multiply(const half* a, const half* b, float* c, int m, int n, int k) {
  __shared__ __align__(32) half left[kTile * kPadded], right[kTile * kPadded];
  __shared__ __align__(32) float result[kTile * kTile];
  const int warp = threadIdx.x / 32, row = warp / 2 * 16, column = warp % 2 * 16;
  const int first_row = blockIdx.y * kTile, first_column = blockIdx.x * kTile;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> of_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> of_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int begin = 0; begin < k; begin += kTile) {
    for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x) {
      const int r = i / kTile, s = i % kTile;
      if (first_row + r < m && begin + s < k) {
        left[r * kPadded + s] = a[(first_row + r) * k + begin + s];
      } else {
        left[r * kPadded + s] = __float2half(0.0f);
      }
      right[r * kPadded + s] =
          begin + r < k && first_column + s < n ? b[(begin + r) * n + first_column + s] : __float2half(0.0f);
    }
    __syncthreads();
    for (int step = 0; step < kTile; step += 16) {
      wmma::load_matrix_sync(of_a, left + row * kPadded + step, kPadded);
      wmma::load_matrix_sync(of_b, right + step * kPadded + column, kPadded);
      wmma::mma_sync(sum, of_a, of_b, sum);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(result + row * kTile + column, sum, kTile, wmma::mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x % 32; i < 256; i += 32) {
    const int r = row + i / 16, s = column + i % 16;
    if (first_row + r < m && first_column + s < n) {
      c[(first_row + r) * n + first_column + s] = result[r * kTile + s];
    }
  }
}

int main() {
  const int m = 45, n = 70, k = 51;
  std::vector<half> a(m * k), b(k * n);
  for (int i = 0; i < m * k; ++i) a[i] = __float2half(float(i % 7 - 3));
  for (int i = 0; i < k * n; ++i) b[i] = __float2half(float(i % 5 - 2));
  half *on_a, *on_b;
  float* on_c;
  cudaMalloc(&on_a, a.size() * sizeof(half));
  cudaMalloc(&on_b, b.size() * sizeof(half));
  cudaMalloc(&on_c, m * n * sizeof(float));
  cudaMemcpy(on_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice);
  multiply<<<dim3((n + kTile - 1) / kTile, (m + kTile - 1) / kTile), 128>>>(on_a, on_b, on_c, m, n, k);
  std::vector<float> c(m * n);
  cudaMemcpy(c.data(), on_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int r = 0; r < m; ++r) {
    for (int s = 0; s < n; ++s) {
      float sum = 0;
      for (int i = 0; i < k; ++i) sum += __half2float(a[r * k + i]) * __half2float(b[i * n + s]);
      wrong += c[r * n + s] != sum;
    }
  }
  std::printf("%d wrong\n", wrong);
  cudaFree(on_a);
  cudaFree(on_b);
  cudaFree(on_c);
  return wrong != 0;
}
