// Forms that older and newer programs use: warp functions without a mask, launch bounds with a cluster, copies of threadIdx, cache
// hints for whole structs, addresses within a state space, settings of a "thread" that became those of the device.
// simulator only: CUDA 13 has nothing for sm_60
// simcc: -Wno-deprecated-declarations -arch=sm_60
#include <cstdio>
#include <cuda_runtime.h>

// As the CUDA C++ Programming Guide shows it: on the host's side, where __CUDA_ARCH__ is not defined, it stands beside the built-in.
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value) {
  unsigned long long* word = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, __double_as_longlong(value + __longlong_as_double(seen)));
  } while (seen != old);
  return __longlong_as_double(old);
}
#endif

struct Body {
  float x, y, z;
  int id;
};

__device__ int sum_of_warp(int value) {
  for (int step = warpSize / 2; step > 0; step >>= 1) value += __shfl_down(value, step);
  return __shfl(value, 0);
}

__global__ void __launch_bounds__(64, 2, 1) votes(int* out) {
  const auto at = threadIdx;
  const auto& size = blockDim;
  const int i = at.x + at.y * size.x;
  int scan = 1;
  for (int step = 1; step < 32; step *= 2) {
    const int below = __shfl_up(scan, step);
    if (i % 32 >= step) scan += below;
  }
  const unsigned ballot = __ballot(i % 3 == 0);
  const double swapped = __shfl_xor((double)i, 1);
  const int four = __shfl(i, 1, 4);
  int odd = 0;
  if (i % 2 == 1) odd = __popc(__ballot(1)) + 100 * __all(i % 2 == 1) + 1000 * __any(i == 7);
  out[i] = sum_of_warp(i) + scan * 10000 + __popc(ballot) + (int)swapped + four + odd;
}

__global__ void __maxnreg__(32) copies(const Body* in, Body* out, float* cells) {
  const int i = threadIdx.x;
  Body body = __ldcv(in + i);
  body.x += __ldcs(in + 31 - i).x;
  __stcg(out + i, body);
  const float4 four = __ldcv(reinterpret_cast<const float4*>(in) + i);
  __stwt(cells + i, four.y + 0.5);
  __shared__ float tile[32];
  tile[i] = four.x;
  __syncwarp();
  const size_t shared = __cvta_generic_to_shared(tile);
  const size_t global = __cvta_generic_to_global(cells);
  if (static_cast<float*>(__cvta_shared_to_generic(shared)) + i != tile + i) out[i].id = -1;
  if (__cvta_global_to_generic(global) != cells) out[i].id = -2;
}

__global__ void total(double* sum, const float* cells) {
  atomicAdd(sum, (double)cells[threadIdx.x]);
  atomicAdd(sum, 1);
}

int main() {
  double* total_of_cells;
  cudaMallocManaged(&total_of_cells, sizeof(double));
  *total_of_cells = 0;
  int* words;
  Body *in, *out;
  float* cells;
  cudaMallocManaged(&words, 64 * sizeof(int));
  cudaMallocManaged(&in, 32 * sizeof(Body));
  cudaMallocManaged(&out, 32 * sizeof(Body));
  cudaMallocManaged(&cells, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) in[i] = {i * 0.5f, i * 2.0f, 1.0f, i};
  votes<<<1, dim3(16, 4)>>>(words);
  copies<<<1, 32>>>(in, out, cells);
  total<<<1, 32>>>(total_of_cells, cells);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", words[0], words[1], words[31], words[62]);
  double sum = 0;
  for (int i = 0; i < 32; ++i) sum += out[i].x + out[i].id + cells[i] * i;
  printf("%g %g\n", sum, *total_of_cells);
  size_t limit = 0;
  cudaFuncCache preferred;
  const cudaError_t calls[] = {cudaThreadSetLimit(cudaLimitStackSize, 4096), cudaThreadGetLimit(&limit, cudaLimitStackSize),
                               cudaThreadSetCacheConfig(cudaFuncCachePreferL1), cudaThreadGetCacheConfig(&preferred),
                               cudaFuncSetAttribute(votes, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared),
                               cudaThreadSynchronize()};
  for (const cudaError_t call : calls) printf("%d ", call);
  printf("%d\n", (int)limit);
  cudaFree(total_of_cells);
  cudaFree(words);
  cudaFree(in);
  cudaFree(out);
  cudaFree(cells);
  return 0;
}
