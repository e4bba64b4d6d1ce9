// The game of life on a torus: two buffers, exchanged between launches.
#include <utility>
#include <vector>

__global__ void step(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
  out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x]);
}

int main() {
  const int w = 20, h = 18;
  std::vector<unsigned char> a(w * h), b(w * h);
  const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  for (auto& c : glider)
    a[c[1] * w + c[0]] = 1;
  unsigned char *d0, *d1;
  cudaMalloc(&d0, w * h);
  cudaMalloc(&d1, w * h);
  cudaMemcpy(d0, a.data(), w * h, cudaMemcpyHostToDevice);
  for (int i = 0; i < 8; ++i) {
    step<<<dim3(3, 3), dim3(8, 8)>>>(d0, d1, w, h);
    std::swap(d0, d1);
  }
  cudaMemcpy(b.data(), d0, w * h, cudaMemcpyDeviceToHost);
  cudaFree(d0);
  cudaFree(d1);
  for (auto& c : glider) {
    if (b[(c[1] + 2) * w + c[0] + 2] != 1)
      return 1;
  }
  return 0;
}
