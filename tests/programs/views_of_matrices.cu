// cuda::std::mdspan: views in several dimensions, by rows and by columns, with extents that the
// compiler knows and strides of one's own.
#include <cuda/std/mdspan>

#include <cstdio>

namespace cs = cuda::std;
using Matrix = cs::mdspan<float, cs::dextents<int, 2>>;

__global__ void multiply(cs::mdspan<const float, cs::dextents<int, 2>> a,
                         cs::mdspan<const float, cs::dextents<int, 2>, cs::layout_left> b,
                         Matrix c) {
  const int row = threadIdx.y, column = threadIdx.x;
  if (row >= c.extent(0) || column >= c.extent(1))
    return;
  float sum = 0;
  for (int k = 0; k < a.extent(1); ++k)
    sum += a(row, k) * b(k, column);
  c(row, column) = sum;
}
__global__ void known() {
  __shared__ int cells[24];
  cs::mdspan<int, cs::extents<int, 4, 6>> all(cells);
  if (threadIdx.x < 24)
    cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    using Inner = cs::extents<int, 2, 3>;
    cs::mdspan<int, Inner, cs::layout_stride> inner(
        &all(1, 2), cs::layout_stride::mapping<Inner>(Inner(), cs::array<int, 2>{6, 1}));
    printf("%d %d, %d %d %d\n", inner(0, 0), inner(1, 2), static_cast<int>(all.size()),
           static_cast<int>(all.static_extent(1)), static_cast<int>(sizeof(inner) > sizeof(int*)));
    cs::mdspan cube(cells, 2, 3, 4);
    printf("%d %d %d\n", cube(1, 2, 3), cube[cs::array<int, 3>{0, 1, 1}],
           static_cast<int>(cube.stride(0)));
  }
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 6 * sizeof(float));
  cudaMallocManaged(&b, 12 * sizeof(float));
  cudaMallocManaged(&c, 8 * sizeof(float));
  for (int i = 0; i < 6; ++i)
    a[i] = i;
  for (int i = 0; i < 12; ++i)
    b[i] = i % 5;
  Matrix left(a, 2, 3), result(c, 2, 4);
  multiply<<<1, dim3(8, 8)>>>(
      left, cs::mdspan<const float, cs::dextents<int, 2>, cs::layout_left>(b, 3, 4), result);
  cudaDeviceSynchronize();
  for (int i = 0; i < result.extent(0); ++i) {
    for (int k = 0; k < result.extent(1); ++k)
      printf("%g ", static_cast<double>(result(i, k)));
    printf("\n");
  }
  known<<<1, 32>>>();
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
