// What programs ask of the device: properties, attributes, occupancy, function attributes, limits, versions, error handling.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#define CUDA_CHECK(expr)                                                                                   \
  do {                                                                                                     \
    cudaError_t status_ = (expr);                                                                          \
    if (status_ != cudaSuccess) {                                                                          \
      std::fprintf(stderr, "%s:%d: %s -> %s\n", __FILE__, __LINE__, #expr, cudaGetErrorString(status_));   \
      std::abort();                                                                                        \
    }                                                                                                      \
  } while (0)

inline int _ConvertSMVer2Cores(int major, int minor) {
  struct { int SM, Cores; } table[] = {{0x60, 64}, {0x61, 128}, {0x70, 64}, {0x75, 64}, {0x80, 64}, {0x86, 128}, {0x89, 128}, {0x90, 128}, {0xa0, 128}, {-1, -1}};
  for (int i = 0; table[i].SM != -1; i++)
    if (table[i].SM == ((major << 4) + minor)) return table[i].Cores;
  return 128;
}

__global__ void square(int *array, int n) {
  extern __shared__ int dynamicSmem[];
  int idx = threadIdx.x + blockIdx.x * blockDim.x;
  if (idx < n) array[idx] *= array[idx];
}
__global__ void __launch_bounds__(256, 2) bounded(float *p) { p[threadIdx.x] = 1; }
__global__ void uses_shared(float *p) {
  __shared__ float s[1000];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void empty() {}
__global__ void touch(int *p) { p[threadIdx.x] = 1; }

static double reportPotentialOccupancy(void *kernel, int blockSize, size_t dynamicSMem) {
  int device, numBlocks;
  cudaDeviceProp prop;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&prop, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocks, kernel, blockSize, dynamicSMem));
  int activeWarps = numBlocks * blockSize / prop.warpSize;
  int maxWarps = prop.maxThreadsPerMultiProcessor / prop.warpSize;
  return (double)activeWarps / maxWarps;
}
static size_t shared_of(int block) { return block * sizeof(int); }

int main() {
  int count = 0, device = 7;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  CUDA_CHECK(cudaSetDevice(0));
  CUDA_CHECK(cudaGetDevice(&device));
  cudaDeviceProp p;
  CUDA_CHECK(cudaGetDeviceProperties(&p, device));
  bool sane = strlen(p.name) > 0 && p.totalGlobalMem > (1u << 30) && p.sharedMemPerBlock >= 48 * 1024 && p.regsPerBlock >= 32768 && p.warpSize == 32 &&
              p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[0] == 1024 && p.maxThreadsDim[1] == 1024 && p.maxThreadsDim[2] == 64 &&
              p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535 && p.maxGridSize[2] == 65535 && p.totalConstMem == 65536 && p.major >= 7 &&
              p.multiProcessorCount > 0 && p.unifiedAddressing && p.managedMemory && p.concurrentKernels && p.l2CacheSize > 0 &&
              p.maxThreadsPerMultiProcessor >= 1024 && p.sharedMemPerMultiprocessor >= p.sharedMemPerBlock && p.regsPerMultiprocessor == 65536 &&
              p.sharedMemPerBlockOptin >= p.sharedMemPerBlock && p.memoryBusWidth > 0 && p.asyncEngineCount > 0 && p.canMapHostMemory && !p.integrated &&
              p.textureAlignment >= 256 && p.memPitch > 0 && p.pciBusID >= 0 && p.ECCEnabled >= 0 && p.maxBlocksPerMultiProcessor >= 16;
  printf("%s, %d device, cores %s\n", sane ? "sane" : "strange", count >= 1, _ConvertSMVer2Cores(p.major, p.minor) * p.multiProcessorCount > 0 ? "some" : "none");
  int value, agree = 0;
  struct {
    cudaDeviceAttr attribute;
    int expected;
  } attributes[] = {{cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock}, {cudaDevAttrWarpSize, 32},
                    {cudaDevAttrMultiProcessorCount, p.multiProcessorCount}, {cudaDevAttrMaxSharedMemoryPerBlock, (int)p.sharedMemPerBlock},
                    {cudaDevAttrComputeCapabilityMajor, p.major}, {cudaDevAttrComputeCapabilityMinor, p.minor},
                    {cudaDevAttrMaxGridDimX, p.maxGridSize[0]}, {cudaDevAttrMaxBlockDimZ, 64},
                    {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock}, {cudaDevAttrL2CacheSize, p.l2CacheSize},
                    {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor}, {cudaDevAttrManagedMemory, 1},
                    {cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)p.sharedMemPerBlockOptin}};
  for (auto &a : attributes) {
    CUDA_CHECK(cudaDeviceGetAttribute(&value, a.attribute, device));
    agree += value == a.expected;
  }
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device));
  printf("attributes %d of 13, clock %d\n", agree, value > 100000);
  int runtime, driver;
  CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  printf("versions %d %d %d\n", runtime >= 11000, driver >= runtime, CUDART_VERSION >= 11000);

  const int n = 1000;
  int *array, blockSize, minGridSize, h[n];
  CUDA_CHECK(cudaMalloc(&array, n * sizeof(int)));
  for (int i = 0; i < n; ++i) h[i] = i;
  CUDA_CHECK(cudaMemcpy(array, h, sizeof h, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&minGridSize, &blockSize, (void *)square, 0, n));
  square<<<(n + blockSize - 1) / blockSize, blockSize, 0>>>(array, n);
  CUDA_CHECK(cudaMemcpy(h, array, sizeof h, cudaMemcpyDeviceToHost));
  printf("block %d, grid %d, %d, occupancy %d\n", blockSize >= 32 && blockSize % 32 == 0, minGridSize >= p.multiProcessorCount, h[999],
         reportPotentialOccupancy((void *)square, 256, 0) == 1.0);
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGridSize, &blockSize, square, shared_of));
  printf("variable %d\n", blockSize > 0);
  int few, many;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, uses_shared, 128, 0));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, uses_shared, 128, 40000));
  printf("shared memory limits %d\n", few < many && few >= 1);

  cudaFuncAttributes fa;
  CUDA_CHECK(cudaFuncGetAttributes(&fa, bounded));
  printf("bounded: %d threads, regs %d\n", fa.maxThreadsPerBlock, fa.numRegs > 0);
  CUDA_CHECK(cudaFuncGetAttributes(&fa, (const void *)uses_shared));
  printf("shared: %zu bytes, const %zu\n", fa.sharedSizeBytes, fa.constSizeBytes);  // local memory depends on -O
  CUDA_CHECK(cudaFuncSetCacheConfig(square, cudaFuncCachePreferL1));
  CUDA_CHECK(cudaFuncSetAttribute(square, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
  CUDA_CHECK(cudaFuncSetAttribute(square, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  square<<<1, 32, 60000>>>(array, 32);
  printf("large shared: %s\n", cudaGetErrorName(cudaGetLastError()));
  uses_shared<<<1, 32, 60000>>>((float *)array);
  printf("not asked for: %s\n", cudaGetErrorName(cudaGetLastError()) == std::string("cudaErrorInvalidValue") ? "refused" : "allowed");
  CUDA_CHECK(cudaDeviceSynchronize());
  size_t limit;
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
  printf("fifo %d\n", limit >= 2 << 20);

  // Errors: what sticks and what does not.
  printf("%s %s\n", cudaGetErrorName(cudaErrorMemoryAllocation), cudaGetErrorString(cudaErrorInvalidValue));
  void *huge;
  cudaError_t e = cudaMalloc(&huge, (size_t)1 << 50);
  printf("%s, ", cudaGetErrorName(e));
  printf("peek %s, ", cudaGetErrorName(cudaPeekAtLastError()));
  printf("last %s, ", cudaGetErrorName(cudaGetLastError()));
  printf("then %s\n", cudaGetErrorName(cudaGetLastError()));
  e = cudaSetDevice(1000);
  printf("%s\n", cudaGetErrorString(e));
  cudaGetLastError();
  empty<<<1, 1>>>();
  empty<<<1, 1, 0, cudaStreamPerThread>>>();
  empty<<<1, 1, 0, cudaStreamLegacy>>>();
  touch<<<1, 32>>>(array);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaStreamSynchronize(0));
  CUDA_CHECK(cudaFree(array));
  CUDA_CHECK(cudaDeviceReset());
  printf("done\n");
}
