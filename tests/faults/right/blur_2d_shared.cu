// 5x5 blur: a tile with its halo on four sides and corners, loaded in a loop, weights in constant
// memory.
#include <cmath>
#include <vector>
constexpr int R = 2, B = 8, T = B + 2 * R;
__constant__ float weights[2 * R + 1][2 * R + 1];

__global__ void blur(const float* in, float* out, int width, int height) {
  __shared__ float tile[T][T];
  const int x0 = blockIdx.x * B - R, y0 = blockIdx.y * B - R;
  for (int k = threadIdx.y * B + threadIdx.x; k < T * T; k += B * B) {
    int x = min(max(x0 + k % T, 0), width - 1), y = min(max(y0 + k / T, 0), height - 1);
    tile[k / T][k % T] = in[y * width + x];
  }
  __syncthreads();
  const int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0;
  for (int dy = 0; dy <= 2 * R; ++dy)
    for (int dx = 0; dx <= 2 * R; ++dx)
      sum += weights[dy][dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  out[y * width + x] = sum;
}

int main() {
  const int width = 21, height = 13;
  std::vector<float> h(width * height), r(width * height);
  float w[5][5];
  for (int i = 0; i < width * height; ++i)
    h[i] = i % 11;
  for (int i = 0; i < 25; ++i)
    w[i / 5][i % 5] = 0.01f * (i + 1);
  float *in, *out;
  cudaMalloc(&in, h.size() * 4);
  cudaMalloc(&out, h.size() * 4);
  cudaMemcpy(in, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, w, sizeof w);
  blur<<<dim3((width + B - 1) / B, (height + B - 1) / B), dim3(B, B)>>>(in, out, width, height);
  cudaMemcpy(r.data(), out, h.size() * 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double e = 0;
      for (int dy = -R; dy <= R; ++dy)
        for (int dx = -R; dx <= R; ++dx) {
          int sx = std::min(std::max(x + dx, 0), width - 1),
              sy = std::min(std::max(y + dy, 0), height - 1);
          e += w[dy + R][dx + R] * h[sy * width + sx];
        }
      wrong += std::fabs(r[y * width + x] - e) > 1e-3;
    }
  return wrong != 0;
}
