//! Memory for n floats serves as n bytes, under names that the program gives to types of a byte.
//! prints: 1 1
#include <cstdint>
#include <cstdio>
#include <vector>

typedef unsigned char Pixel;
using Mark = std::uint8_t;

template <class Byte>
__global__ void mark(Byte* flags, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    flags[i] = i % 3 == 0;
}

int main() {
  const int n = 1024;
  std::vector<Pixel> pixels(n);
  std::vector<Mark> marks(n);
  float* scratch;
  cudaMalloc(&scratch, n * sizeof(float));

  Pixel* p = (Pixel*)scratch;
  cudaMemset(p, 0, n);
  mark<<<4, 256>>>(p, n);
  cudaMemcpy(pixels.data(), p, n, cudaMemcpyDeviceToHost);

  auto* q = reinterpret_cast<Mark*>(scratch);
  cudaMemset(q, 0, n);
  mark<<<4, 256>>>(q, n);
  cudaMemcpy(marks.data(), q, n, cudaMemcpyDeviceToHost);
  printf("%d %d\n", pixels[999], marks[999]);
  cudaFree(scratch);
}
