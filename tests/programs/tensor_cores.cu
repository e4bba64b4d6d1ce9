// Products of matrices on tensor cores: nvcuda::wmma with every type, compared with loops on the host. Values are small integers, so that sums
// are exact in any order.
#include <mma.h>

#include <cstdio>
#include <type_traits>
#include <vector>

using namespace nvcuda;

constexpr int kM = 64, kN = 96, kK = 80;

static int small(int i, int seed) { return (i * 7 + i / 5 * 3 + seed) % 9 - 4; }

// The element in row r, column c of a matrix of rows x columns.
template <class Layout>
__host__ __device__ int at(int r, int c, int rows, int columns) {
  return std::is_same<Layout, wmma::row_major>::value ? r * columns + c : c * rows + r;
}
template <class Layout>
__host__ __device__ int leading(int rows, int columns) {
  return std::is_same<Layout, wmma::row_major>::value ? columns : rows;
}

// A tile of C for each warp.
template <int m, int n, int k, class T, class Stored, class Sum, class LayoutA, class LayoutB>
__global__ void multiply(const Stored* a, const Stored* b, Sum* c, wmma::layout_t layout) {
#if __CUDA_ARCH__ >= 700
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * m;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * n;
  if (row >= kM || column >= kN) return;
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> left;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> right;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  wmma::fill_fragment(sum, Sum(1));
  for (int i = 0; i < kK; i += k) {
    wmma::load_matrix_sync(left, a + at<LayoutA>(row, i, kM, kK), leading<LayoutA>(kM, kK));
    wmma::load_matrix_sync(right, b + at<LayoutB>(i, column, kK, kN), leading<LayoutB>(kK, kN));
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] * Sum(2);  // an epilogue
  if (layout == wmma::mem_row_major) {
    wmma::store_matrix_sync(c + row * kN + column, sum, kN, layout);
  } else {
    wmma::store_matrix_sync(c + column * kM + row, sum, kM, layout);
  }
#endif
}

template <int m, int n, int k, class T, class Stored, class Sum, class LayoutA, class LayoutB>
int mistakes(wmma::layout_t layout) {
  std::vector<Stored> a(kM * kK), b(kK * kN);
  std::vector<Sum> c(kM * kN, Sum(0));
  const int shift = Stored(-1) < Stored(1) ? 0 : 4;  // no negative bytes without a sign
  auto left = [&](int r, int i) { return small(r * kK + i, 1) + shift; };
  auto right = [&](int i, int column) { return small(i * kN + column, 2) + shift; };
  for (int r = 0; r < kM; ++r)
    for (int i = 0; i < kK; ++i) a[at<LayoutA>(r, i, kM, kK)] = Stored(float(left(r, i)));
  for (int i = 0; i < kK; ++i)
    for (int column = 0; column < kN; ++column)
      b[at<LayoutB>(i, column, kK, kN)] = Stored(float(right(i, column)));
  Stored *on_a, *on_b;
  Sum* on_c;
  cudaMalloc(&on_a, a.size() * sizeof(Stored));
  cudaMalloc(&on_b, b.size() * sizeof(Stored));
  cudaMalloc(&on_c, c.size() * sizeof(Sum));
  cudaMemcpy(on_a, a.data(), a.size() * sizeof(Stored), cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b.data(), b.size() * sizeof(Stored), cudaMemcpyHostToDevice);
  const dim3 block(64, 2), grid((kN / n + 1) / 2, (kM / m + 1) / 2);
  multiply<m, n, k, T, Stored, Sum, LayoutA, LayoutB><<<grid, block>>>(on_a, on_b, on_c, layout);
  cudaMemcpy(c.data(), on_c, c.size() * sizeof(Sum), cudaMemcpyDeviceToHost);
  cudaFree(on_a);
  cudaFree(on_b);
  cudaFree(on_c);
  int wrong = 0;
  for (int r = 0; r < kM; ++r) {
    for (int column = 0; column < kN; ++column) {
      int sum = 1;
      for (int i = 0; i < kK; ++i) sum += left(r, i) * right(i, column);
      const int place = layout == wmma::mem_row_major ? r * kN + column : column * kM + r;
      wrong += float(c[place]) != float(2 * sum);
    }
  }
  return wrong;
}

template <int m, int n, int k, class T, class Stored, class Sum>
void all_layouts(const char* name) {
  using Row = wmma::row_major;
  using Column = wmma::col_major;
  int wrong = mistakes<m, n, k, T, Stored, Sum, Row, Row>(wmma::mem_row_major);
  wrong += mistakes<m, n, k, T, Stored, Sum, Row, Column>(wmma::mem_row_major);
  wrong += mistakes<m, n, k, T, Stored, Sum, Column, Row>(wmma::mem_col_major);
  wrong += mistakes<m, n, k, T, Stored, Sum, Column, Column>(wmma::mem_col_major);
  std::printf("%s %dx%dx%d: %d wrong\n", name, m, n, k, wrong);
}

int main() {
  all_layouts<16, 16, 16, __half, __half, float>("half, float");
  all_layouts<32, 8, 16, __half, __half, float>("half, float");
  all_layouts<8, 32, 16, __half, __half, float>("half, float");
  all_layouts<16, 16, 16, __half, __half, __half>("half, half");
  all_layouts<32, 8, 16, __half, __half, __half>("half, half");
  all_layouts<8, 32, 16, __half, __half, __half>("half, half");
  all_layouts<16, 16, 16, signed char, signed char, int>("signed char, int");
  all_layouts<32, 8, 16, signed char, signed char, int>("signed char, int");
  all_layouts<8, 32, 16, signed char, signed char, int>("signed char, int");
  all_layouts<16, 16, 16, unsigned char, unsigned char, int>("unsigned char, int");
  all_layouts<32, 8, 16, unsigned char, unsigned char, int>("unsigned char, int");
  all_layouts<8, 32, 16, unsigned char, unsigned char, int>("unsigned char, int");
  all_layouts<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float>("bfloat16, float");
  all_layouts<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float>("bfloat16, float");
  all_layouts<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float>("bfloat16, float");
  all_layouts<16, 16, 8, wmma::precision::tf32, float, float>("tf32, float");
  all_layouts<8, 8, 4, double, double, double>("double, double");
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
