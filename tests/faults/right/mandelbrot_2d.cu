// Very different numbers of turns in one warp; no memory is shared.
#include <vector>

__global__ void mandelbrot(unsigned char* out, int w, int h, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float cx = -2.2f + 3.0f * x / w, cy = -1.5f + 3.0f * y / h, zx = 0, zy = 0;
  int n = 0;
  while (n < most && zx * zx + zy * zy < 4.0f) {
    float t = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = t;
    ++n;
  }
  out[y * w + x] = n;
}

int main() {
  const int w = 50, h = 30;
  std::vector<unsigned char> r(w * h);
  unsigned char* out;
  cudaMalloc(&out, w * h);
  mandelbrot<<<dim3(4, 4), dim3(16, 8)>>>(out, w, h, 60);
  cudaMemcpy(r.data(), out, w * h, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return r[15 * w + 30] == 60 && r[0] < 5 ? 0 : 1;
}
