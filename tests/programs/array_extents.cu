// Which extents an array may have, and what a refused one leaves. The output is that of an H100.
#include <cstdio>

static void try_extent(size_t width, size_t height, size_t depth, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaArray_t untouched = reinterpret_cast<cudaArray_t>(64);
  cudaArray_t array = untouched;
  const cudaError_t error = cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, depth), flags);
  printf("%zu x %zu x %zu%s: %s%s\n", width, height, depth, flags == cudaArrayLayered ? " layered" : "", cudaGetErrorName(error),
         array == nullptr ? ", null" : "");
  if (error == cudaSuccess) cudaFreeArray(array);
}

int main() {
  const size_t plain[][3] = {{0, 4, 4},     {4, 0, 4},     {4, 4, 0},      {4, 0, 0},      {131072, 0, 0}, {131073, 0, 0},
                             {131073, 4, 0}, {4, 65537, 0}, {16384, 4, 4}, {16385, 4, 4}, {4, 16385, 4}, {4, 4, 16385}};
  for (const auto &e : plain) try_extent(e[0], e[1], e[2], 0);
  const size_t layered[][3] = {{4, 0, 2048}, {4, 0, 2049}, {32769, 0, 3}, {32768, 4, 3}, {32769, 4, 3}, {4, 32769, 3}, {4, 4, 0}};
  for (const auto &e : layered) try_extent(e[0], e[1], e[2], cudaArrayLayered);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
