//! Room for more elements than there are, and a grid that is rounded up already. The kernel knows how many there are: from
//! its code, a constant, a struct, the last index, memory. And a grid of rows that is right for one row.
//! prints: 767 767 767 767 767 767
#include <cstdio>

constexpr int kCount = 768, kBlock = 256, kGrid = (kCount + kBlock - 1) / kBlock, kRoom = 1024;
__constant__ int count;

__device__ int own_index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void of_a_constant(int* y) {
  const int i = own_index();
  if (i < kCount)
    y[i] = i;
}
__global__ void of_constant_memory(int* y) {
  const int i = own_index();
  if (i < count)
    y[i] = i;
}
template <int N>
__global__ void of_a_template(int* y) {
  const int i = own_index();
  if (i < N)
    y[i] = i;
}
struct Array {
  int* elements;
  short size;
};
__global__ void of_a_struct(Array y) {
  const int i = own_index();
  if (i < y.size)
    y.elements[i] = i;
}
__global__ void of_the_last(int* y, int last) {
  const int i = own_index();
  if (i <= last)
    y[i] = i;
}
__global__ void of_memory(int* y, const int* size) {
  const int i = own_index();
  if (i < *size)
    y[i] = i;
}
__global__ void in_rows(float* x, int columns, int rows) {
  const int column = own_index(), row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < columns && row < rows)
    x[row * columns + column] = row;
}

int main() {
  int h[kRoom], *y, *size, n = kCount;
  cudaMemcpyToSymbol(count, &n, sizeof n);
  cudaMalloc(&size, sizeof n);
  cudaMemcpy(size, &n, sizeof n, cudaMemcpyHostToDevice);
  for (int way = 0; way < 6; ++way) {
    cudaMalloc(&y, sizeof h);
    if (way == 0)
      of_a_constant<<<kGrid, kBlock>>>(y);
    if (way == 1)
      of_constant_memory<<<kGrid, kBlock>>>(y);
    if (way == 2)
      of_a_template<kCount><<<kGrid, kBlock>>>(y);
    if (way == 3)
      of_a_struct<<<kGrid, kBlock>>>({y, kCount});
    if (way == 4)
      of_the_last<<<kGrid, kBlock>>>(y, n - 1);
    if (way == 5)
      of_memory<<<kGrid, kBlock>>>(y, size);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf(way == 5 ? "%d\n" : "%d ", h[n - 1]);
    cudaFree(y);
  }
  static float rows[2][64];
  float* x;
  cudaMalloc(&x, sizeof rows);
  in_rows<<<dim3(2, 1), dim3(32, 1)>>>(x, 64, 1);
  cudaMemcpy(rows, x, sizeof rows, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(size);
}
