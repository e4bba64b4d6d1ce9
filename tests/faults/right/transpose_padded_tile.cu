// Through a padded tile, four elements a thread, any width and height.
#include <vector>
constexpr int kTile = 32, kRows = 8;

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows) {
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

int main() {
  const int width = 75, height = 43;
  std::vector<float> host(width * height), back(width * height);
  for (int i = 0; i < width * height; ++i)
    host[i] = i;
  float *in, *out;
  cudaMalloc(&in, host.size() * 4);
  cudaMalloc(&out, host.size() * 4);
  cudaMemcpy(in, host.data(), host.size() * 4, cudaMemcpyHostToDevice);
  transpose<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(kTile, kRows)>>>(in, out, width,
                                                                                 height);
  cudaMemcpy(back.data(), out, host.size() * 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      wrong += back[x * height + y] != host[y * width + x];
  return wrong != 0;
}
