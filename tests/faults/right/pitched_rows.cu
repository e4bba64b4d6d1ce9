// Rows of 50 floats in pitched memory; only the rows themselves are copied.
#include <cstring>

__global__ void add_row_number(char* m, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) {
    float* row = (float*)(m + y * pitch);
    row[x] += y;
  }
}

int main() {
  const int width = 50, height = 7;
  float host[height][width];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      host[y][x] = x;
  char* m;
  size_t pitch;
  cudaMallocPitch((void**)&m, &pitch, sizeof host[0], height);
  cudaMemcpy2D(m, pitch, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  add_row_number<<<dim3(2, height), 32>>>(m, pitch, width, height);
  cudaMemcpy2D(host, sizeof host[0], m, pitch, sizeof host[0], height, cudaMemcpyDeviceToHost);
  cudaFree(m);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      wrong += host[y][x] != x + y;
  return wrong != 0;
}
