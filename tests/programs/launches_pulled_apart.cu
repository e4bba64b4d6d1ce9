// Launches as an editor formats them (<< < and >> >), in templates, lambdas and macros, with extents in braces; words of <stdint.h> without the header.
// simulator only: with g++ 13 no header of CUDA brings <stdint.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <cstdio>
#include <iostream>

#define LAUNCH(kernel, count, ...) kernel << <(count + 31) / 32, 32 >> > (__VA_ARGS__)

template <class T>
struct Box {
  T value;
  template <class U>
  friend std::ostream& operator<< (std::ostream& out, const Box<U>& box);
};
template <class U>
std::ostream& operator<< (std::ostream& out, const Box<U>& box) {
  return out << box.value << "<< <" << 1 << 2 << ">> >";
}

template <class T>
__global__ void add(T* cells, T amount, uint32_t count) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) cells[i] += amount;
}

template <class T>
void add_everywhere(T* cells, T amount, uint32_t count) {
  dim3 block(32);
  add<T> << <dim3((count + block.x - 1) / block.x), block, 0, 0 >> > (cells, amount, count);
}

int main() {
  const uint32_t count = 100;
  int64_t* cells;
  cudaMallocManaged(&cells, count * sizeof(int64_t));
  for (uint32_t i = 0; i < count; ++i) cells[i] = i;
  add_everywhere<int64_t>(cells, 10, count);
  add<< <4, 32>> >(cells, int64_t(100), count);
  LAUNCH(add, count, cells, int64_t(1000), count);
  auto again = [=](int times) {
    for (int i = 0; i < times; ++i) add << <4,
                                            32 >> > (cells, int64_t(1) << 20, count);
  };
  again(3);
  const int rows = 1;
  add<<<{4, rows}, {32, 1, 1}>>>(cells, int64_t(0), count);
  add<int64_t><<<{4}, 32>>>(cells, 1, count);
  add << <4, {32}, 0 >> > (cells, int64_t(2), count);
  cudaDeviceSynchronize();
  std::cout << cells[0] << ' ' << cells[99] << ' ' << Box<int>{7} << std::endl;
  cudaFree(cells);
  return 0;
}
