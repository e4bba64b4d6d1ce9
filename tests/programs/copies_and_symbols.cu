// Copies of every shape: pitched, 2D, 3D, between symbols, offsets, device to device, default direction, sets.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#define CUDA_CALL(x)                                                                     \
  do {                                                                                   \
    if ((x) != cudaSuccess) {                                                            \
      printf("Error at %s:%d: %s\n", "copies_and_symbols.cu", __LINE__, cudaGetErrorName(cudaGetLastError())); \
      return EXIT_FAILURE;                                                               \
    }                                                                                    \
  } while (0)

__constant__ float coefficients[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ struct Config {
  int n;
  double scale;
  char name[8];
} config;
__device__ int counters[4] = {10, 20, 30, 40};
__device__ double total = 1.5;
static __device__ float3 vertex = {1, 2, 3};
__device__ int *device_pointer;
namespace inner {
__device__ unsigned long long big = 1ull << 40;
__constant__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
}  // namespace inner
template <typename T>
__device__ T templated_value = T(7);

__global__ void row_sums(const float *base, size_t pitch, float *sums, int width, int height) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < height) {
    const float *row = (const float *)((const char *)base + r * pitch);
    float s = 0;
    for (int c = 0; c < width; ++c) s += row[c];
    sums[r] = s;
  }
}
__global__ void scale_3d(cudaPitchedPtr p, cudaExtent extent) {
  char *devPtr = (char *)p.ptr;
  size_t pitch = p.pitch;
  size_t slicePitch = pitch * extent.height;
  for (int z = 0; z < extent.depth; ++z) {
    char *slice = devPtr + z * slicePitch;
    for (int y = threadIdx.y; y < extent.height; y += blockDim.y) {
      float *row = (float *)(slice + y * pitch);
      for (int x = threadIdx.x; x < extent.width / sizeof(float); x += blockDim.x) row[x] = row[x] * 2 + z;
    }
  }
}
__global__ void use_symbols(float *out) {
  int t = threadIdx.x;
  out[t] = coefficients[t] * config.n + (float)config.scale + config.name[1];
  if (t == 0) {
    counters[1] += 5;
    total *= 2;
    vertex.y = -1;
    inner::big += inner::table[1][2];
    templated_value<int> += 1;
    device_pointer[3] = 33;
  }
}

int main() {
  const int width = 37, height = 21;
  std::vector<float> h(width * height);
  std::iota(h.begin(), h.end(), 0.f);
  float *d, *sums, h_sums[height];
  size_t pitch;
  CUDA_CALL(cudaMallocPitch(&d, &pitch, width * sizeof(float), height));
  CUDA_CALL(cudaMalloc(&sums, height * sizeof(float)));
  CUDA_CALL(cudaMemcpy2D(d, pitch, h.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice));
  row_sums<<<1, 32>>>(d, pitch, sums, width, height);
  CUDA_CALL(cudaMemcpy(h_sums, sums, sizeof h_sums, cudaMemcpyDeviceToHost));
  int bad = 0;
  for (int r = 0; r < height; ++r) bad += h_sums[r] != std::accumulate(h.begin() + r * width, h.begin() + (r + 1) * width, 0.f);
  printf("pitched: %d wrong, pitch %s\n", bad, pitch >= width * sizeof(float) && pitch % 32 == 0 ? "right" : "wrong");
  float *copy;
  size_t copy_pitch;
  CUDA_CALL(cudaMallocPitch((void **)&copy, &copy_pitch, 10 * sizeof(float), 5));
  CUDA_CALL(cudaMemset2D(copy, copy_pitch, 0, 10 * sizeof(float), 5));
  // A window of the large matrix into the small one.
  CUDA_CALL(cudaMemcpy2D(copy, copy_pitch, (char *)d + 3 * pitch + 4 * sizeof(float), pitch, 10 * sizeof(float), 4, cudaMemcpyDeviceToDevice));
  float window[5][10];
  CUDA_CALL(cudaMemcpy2DAsync(window, sizeof window[0], copy, copy_pitch, sizeof window[0], 5, cudaMemcpyDeviceToHost, 0));
  CUDA_CALL(cudaDeviceSynchronize());
  printf("window: %g %g %g\n", window[0][0], window[3][9], window[4][0]);

  cudaExtent extent = make_cudaExtent(7 * sizeof(float), 5, 3);
  cudaPitchedPtr volume;
  CUDA_CALL(cudaMalloc3D(&volume, extent));
  CUDA_CALL(cudaMemset3D(volume, 0, extent));
  std::vector<float> box(7 * 5 * 3);
  for (size_t i = 0; i < box.size(); ++i) box[i] = i;
  cudaMemcpy3DParms in = {0};
  in.srcPtr = make_cudaPitchedPtr(box.data(), 7 * sizeof(float), 7, 5);
  in.dstPtr = volume;
  in.extent = extent;
  in.kind = cudaMemcpyHostToDevice;
  CUDA_CALL(cudaMemcpy3D(&in));
  scale_3d<<<1, dim3(8, 4)>>>(volume, extent);
  cudaMemcpy3DParms out = {};
  out.srcPtr = volume;
  out.dstPtr = make_cudaPitchedPtr(box.data(), 7 * sizeof(float), 7, 5);
  out.extent = extent;
  out.kind = cudaMemcpyDeviceToHost;
  CUDA_CALL(cudaMemcpy3D(&out));
  printf("3D: %g %g %g\n", box[0], box[7 * 5], box[104]);
  cudaMemcpy3DParms part = {};
  part.srcPtr = volume;
  part.srcPos = make_cudaPos(2 * sizeof(float), 1, 1);
  part.dstPtr = make_cudaPitchedPtr(box.data(), 2 * sizeof(float), 2, 2);
  part.extent = make_cudaExtent(2 * sizeof(float), 2, 2);
  part.kind = cudaMemcpyDeviceToHost;
  CUDA_CALL(cudaMemcpy3D(&part));
  printf("part: %g %g %g %g\n", box[0], box[1], box[2], box[7]);

  Config c = {4, 0.5, "ABC"};
  CUDA_CALL(cudaMemcpyToSymbol(config, &c, sizeof c));
  const float two[2] = {-1, -2};
  CUDA_CALL(cudaMemcpyToSymbol(coefficients, two, sizeof two, 3 * sizeof(float)));
  int *list;
  CUDA_CALL(cudaMalloc(&list, 4 * sizeof(int)));
  CUDA_CALL(cudaMemset(list, 0, 4 * sizeof(int)));
  CUDA_CALL(cudaMemcpyToSymbol(device_pointer, &list, sizeof list));
  float *f;
  CUDA_CALL(cudaMalloc(&f, 8 * sizeof(float)));
  use_symbols<<<1, 8>>>(f);
  float values[8];
  CUDA_CALL(cudaMemcpy(values, f, sizeof values, cudaMemcpyDefault));
  int h_counters[4], h_list[4], seven;
  double h_total;
  float3 h_vertex;
  unsigned long long h_big;
  CUDA_CALL(cudaMemcpyFromSymbol(h_counters, counters, sizeof h_counters));
  CUDA_CALL(cudaMemcpyFromSymbol(&h_total, total, sizeof h_total, 0, cudaMemcpyDeviceToHost));
  CUDA_CALL(cudaMemcpyFromSymbol(&h_vertex, vertex, sizeof h_vertex));
  CUDA_CALL(cudaMemcpyFromSymbol(&h_big, inner::big, sizeof h_big));
  CUDA_CALL(cudaMemcpyFromSymbol(&seven, templated_value<int>, sizeof seven));
  CUDA_CALL(cudaMemcpy(h_list, list, sizeof h_list, cudaMemcpyDeviceToHost));
  printf("%g %g %g | %d %g %g %llu %d %d\n", values[0], values[3], values[7], h_counters[1], h_total, h_vertex.y, h_big - (1ull << 40), seven,
         h_list[3]);
  void *address;
  size_t bytes;
  CUDA_CALL(cudaGetSymbolAddress(&address, counters));
  CUDA_CALL(cudaGetSymbolSize(&bytes, inner::table));
  CUDA_CALL(cudaMemset(address, 0xff, 2 * sizeof(int)));
  CUDA_CALL(cudaMemcpyFromSymbol(h_counters, counters, 3 * sizeof(int), sizeof(int)));
  printf("%zu %d %d %d\n", bytes, h_counters[0], h_counters[1], h_counters[2]);
  unsigned char b[6];
  CUDA_CALL(cudaMemset(f, 0x11, sizeof values));
  CUDA_CALL(cudaMemset((char *)f + 2, 0x22, 3));
  CUDA_CALL(cudaMemcpy(b, f, 6, cudaMemcpyDeviceToHost));
  printf("%x %x %x %x %x %x\n", b[0], b[1], b[2], b[3], b[4], b[5]);
  size_t free_bytes, total_bytes;
  CUDA_CALL(cudaMemGetInfo(&free_bytes, &total_bytes));
  printf("%s\n", free_bytes <= total_bytes && free_bytes > 0 ? "memory" : "no memory");
  cudaPointerAttributes attributes;
  CUDA_CALL(cudaPointerGetAttributes(&attributes, f));
  printf("%d %d\n", attributes.type == cudaMemoryTypeDevice, attributes.devicePointer == f);
  CUDA_CALL(cudaFree(d));
  CUDA_CALL(cudaFree(sums));
  CUDA_CALL(cudaFree(copy));
  CUDA_CALL(cudaFree(volume.ptr));
  CUDA_CALL(cudaFree(list));
  CUDA_CALL(cudaFree(f));
  CUDA_CALL(cudaFree(nullptr));
  return 0;
}
