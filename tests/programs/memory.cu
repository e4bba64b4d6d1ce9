// Symbols, pitched rows, pinned and mapped memory, fills, managed memory and variables.
#include <cstdio>
#include <cstring>

__constant__ float weights[4];
__device__ int counter = 5;
__device__ int table[3] = {1, 2, 3};
__managed__ int shared_total = 10;

__global__ void use(float* out, const float* mapped) {
  out[threadIdx.x] = weights[threadIdx.x] * mapped[threadIdx.x];
  if (threadIdx.x == 0) {
    counter += table[2];
    shared_total += 7;
  }
}

__global__ void fill_rows(char* base, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) base[y * pitch + x] = (char)(10 * y + x);
}

int main() {
  const float host_weights[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(weights, host_weights, sizeof(host_weights));
  float *out, *pinned, *mapped;
  cudaMallocManaged(&out, 4 * sizeof(float));
  cudaHostAlloc(&pinned, 4 * sizeof(float), cudaHostAllocMapped);
  for (int i = 0; i < 4; ++i) pinned[i] = 0.5f * i;
  cudaHostGetDevicePointer(&mapped, pinned, 0);
  std::printf("before: %d\n", shared_total);
  use<<<1, 4>>>(out, mapped);
  cudaDeviceSynchronize();
  int count = 0;
  cudaMemcpyFromSymbol(&count, counter, sizeof(count));
  std::printf("%.1f %.1f %.1f %.1f, counter %d, managed %d\n", out[0], out[1], out[2], out[3], count, shared_total);
  shared_total = 1;
  use<<<1, 4>>>(out, mapped);
  cudaDeviceSynchronize();
  std::printf("managed again %d\n", shared_total);
  int* address;
  size_t bytes;
  cudaGetSymbolAddress((void**)&address, table);
  cudaGetSymbolSize(&bytes, table);
  int second;
  cudaMemcpy(&second, address + 1, sizeof(int), cudaMemcpyDefault);
  std::printf("table[1] %d of %zu bytes\n", second, bytes);

  char* rows;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, 7, 3);
  cudaMemset2D(rows, pitch, 9, 7, 3);
  fill_rows<<<3, 8>>>(rows, pitch, 5, 3);
  char back[3][7];
  cudaMemcpy2D(back, 7, rows, pitch, 7, 3, cudaMemcpyDeviceToHost);
  std::printf("pitch %zu: %d %d %d %d %d\n", pitch % 512, back[0][4], back[1][0], back[2][4], back[2][5], back[2][6]);
  cudaPointerAttributes of_rows, of_pinned, of_stack;
  cudaPointerGetAttributes(&of_rows, rows);
  cudaPointerGetAttributes(&of_pinned, pinned);
  cudaPointerGetAttributes(&of_stack, back);
  std::printf("types %d %d %d\n", of_rows.type, of_pinned.type, of_stack.type);
  std::printf("%s %s\n", cudaGetErrorName(cudaFree(rows)), cudaGetErrorName(cudaFreeHost(pinned)));
  cudaFree(out);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
