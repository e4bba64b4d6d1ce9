// Helpers that come with sample programs ask by the toolkit's own guards which headers a program has included.
#include <cstdio>
#include <cuda_runtime.h>

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }
template <typename T>
void check(T result, const char *what, const char *file, int line) {
  if (result) printf("%s:%d %s: %s\n", file, line, what, name_of(result));
}
#define CHECK_ALL(call) check((call), #call, __FILE__, __LINE__)
#endif

#ifdef __CUDA_RUNTIME_H__
inline int pick_device() {
  int count = 0, mode = -1, major = 0, best = 0;
  CHECK_ALL(cudaGetDeviceCount(&count));
  for (int i = 0; i < count; ++i) {
    CHECK_ALL(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, i));
    CHECK_ALL(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, i));
    if (mode != cudaComputeModeProhibited && major >= 7) best = i;
  }
  CHECK_ALL(cudaSetDevice(best));
  return best;
}
#endif

__device__ __inline_hint__ int twice(int x) { return 2 * x; }
__global__ void fill(int *out, __grid_constant__ const int first) { out[threadIdx.x] = twice(first + threadIdx.x); }

int main() {
#if defined(__CUDA_RUNTIME_API_H__) && defined(__VECTOR_TYPES_H__) && defined(__CUDACC__)
  printf("runtime, types and compiler are known by their names\n");
#endif
  printf("device %d\n", pick_device());
  int *d, h[4];
  CHECK_ALL(cudaMalloc(&d, sizeof h));
  fill<<<1, 4>>>(d, 10);
  CHECK_ALL(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  CHECK_ALL(cudaFree(d));
}
