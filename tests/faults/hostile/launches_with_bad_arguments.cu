//! Launches that cannot be: each gives an error code and says why, and the next one runs.
//! expect: note
//! says: entry 1 of the array of arguments is null
//! says: this is not the address of a kernel
//! says: the stream was never created, or is destroyed
//! status: 1
//! prints: 43 launches
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

struct Large {
  char bytes[4096];
};
extern __shared__ char dynamic[];
__global__ void nothing() {}
__global__ void two(int value, int* p) { *p = value; }
__global__ void large(Large l, int* p) { *p = l.bytes[4095]; }
__global__ void uses_dynamic() { dynamic[threadIdx.x] = 1; }
__global__ void mostly_static() {
  __shared__ volatile char own[40000];
  own[threadIdx.x] = 1;
  dynamic[threadIdx.x] = own[threadIdx.x];
}
__global__ void __launch_bounds__(64) bounded() {}
static int of_host(int a) { return a; }

static int launches = 0;
static void check(const char* what, int line, cudaError_t got, cudaError_t wanted) {
  launches++;
  if (got != wanted || cudaDeviceSynchronize() != cudaSuccess) printf("line %d: %s gives %s\n", line, what, cudaGetErrorName(got));
}
#define LAUNCH(error, ...) (__VA_ARGS__, check(#__VA_ARGS__, __LINE__, cudaGetLastError(), cuda##error))
#define GIVES(error, ...) (check(#__VA_ARGS__, __LINE__, __VA_ARGS__, cuda##error), cudaGetLastError())

static void shapes() {
  const dim3 grids[] = {dim3(0), dim3(1, 0), dim3(1, 65536), dim3(1, 1, 65536), dim3(0x80000000u), dim3(-1)};
  const dim3 blocks[] = {dim3(0), dim3(1025), dim3(-1), dim3(1, 1, 65), dim3(65536, 65536), dim3(0x80000000u, 2), dim3(0x40000000u, 4), dim3(1, 32, 64)};
  for (dim3 grid : grids) LAUNCH(ErrorInvalidConfiguration, nothing<<<grid, 1>>>());
  for (dim3 block : blocks) LAUNCH(ErrorInvalidConfiguration, nothing<<<1, block>>>());
  LAUNCH(ErrorInvalidValue, bounded<<<1, 65>>>());
  LAUNCH(Success, nothing<<<1, 1, 48 * 1024>>>());
  for (size_t bytes : {size_t{48 * 1024 + 1}, size_t{1} << 32, SIZE_MAX, (size_t)-5}) LAUNCH(ErrorInvalidValue, nothing<<<1, 1, bytes>>>());
  LAUNCH(ErrorInvalidValue, mostly_static<<<1, 1, 9153>>>());
  LAUNCH(ErrorInvalidValue, mostly_static<<<1, 1, SIZE_MAX - 100>>>());
  for (int bytes : {1 << 30, -1}) GIVES(ErrorInvalidValue, cudaFuncSetAttribute(uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  GIVES(Success, cudaFuncSetAttribute(uses_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
  LAUNCH(Success, uses_dynamic<<<1, 1024, 100000>>>());
  LAUNCH(ErrorInvalidValue, uses_dynamic<<<1, 1024, 100001>>>());
  GIVES(ErrorCooperativeLaunchTooLarge, cudaLaunchCooperativeKernel((const void*)nothing, dim3(0x7fffffff, 65535, 65535), dim3(1024), nullptr, 0, 0));
}

static void arguments(int* p) {
  int value = 9;
  const void* kernel = (const void*)two;
  void* nulls[] = {&value, nullptr};
  void* wild[] = {&value, (void*)0x77};
  void* on_device[] = {&value, p};
  char bytes[16];  // no address is a multiple of anything
  memcpy(bytes + 1, &value, 4);
  memcpy(bytes + 5, &p, 8);
  void* odd[] = {bytes + 1, bytes + 5};
  GIVES(ErrorInvalidDeviceFunction, cudaLaunchKernel((const void*)nullptr, dim3(1), dim3(1), nulls, 0, 0));
  GIVES(ErrorInvalidDeviceFunction, cudaLaunchKernel((const void*)of_host, dim3(1), dim3(1), nulls, 0, 0));
  GIVES(ErrorInvalidDeviceFunction, cudaLaunchKernel((const void*)&p, dim3(1), dim3(1), nulls, 0, 0));
  GIVES(ErrorInvalidValue, cudaLaunchKernel(kernel, dim3(1), dim3(1), nulls, 0, 0));
  for (void** entries : {(void**)nullptr, (void**)0x10, wild, on_device}) GIVES(ErrorInvalidValue, cudaLaunchKernel(kernel, dim3(1), dim3(1), entries, 0, 0));
  GIVES(Success, cudaLaunchKernel(kernel, dim3(1), dim3(1), odd, 0, 0));
  GIVES(Success, cudaLaunchKernel((const void*)nothing, dim3(1), dim3(1), nullptr, 0, 0));
  cudaLaunchConfig_t config;
  memset(&config, 0xff, sizeof config);
  GIVES(ErrorInvalidValue, cudaLaunchKernelExC(&config, (const void*)nothing, nullptr));
  GIVES(ErrorInvalidValue, cudaLaunchKernelExC(nullptr, (const void*)nothing, nullptr));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  LAUNCH(ErrorInvalidResourceHandle, nothing<<<1, 1, 0, stream>>>());
  LAUNCH(ErrorInvalidResourceHandle, nothing<<<1, 1, 0, (cudaStream_t)0x12345>>>());
  Large l;
  memset(&l, 7, sizeof l);
  LAUNCH(Success, large<<<1, 1>>>(l, p));
  cudaMemcpy(&value, p, 4, cudaMemcpyDefault);
  if (value != 7) printf("%d\n", value);
}

/// Errors belong to the thread whose call failed.
static void threads(int* p) {
  std::vector<std::thread> all;
  for (int i = 0; i < 16; i++)
    all.emplace_back([=] {
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      for (int k = 0; k < 20; k++) two<<<1, 1, 0, k % 2 ? stream : 0>>>(k, p + i);
      if (i % 2) nothing<<<1, 4096>>>();
      if (cudaGetLastError() != (i % 2 ? cudaErrorInvalidConfiguration : cudaSuccess)) printf("thread %d has another's error\n", i);
      if (i == 3) nothing<<<1, 4096>>>();  // nobody asks, and the thread ends
      cudaStreamDestroy(stream);
    });
  for (std::thread& thread : all) thread.join();
  if (cudaGetLastError() != cudaSuccess) printf("a thread's error is main's\n");
  int values[16];
  cudaMemcpy(values, p, sizeof values, cudaMemcpyDefault);
  for (int value : values)
    if (value != 19) printf("%d\n", value);
}

int main() {
  int* p;
  cudaMalloc(&p, 64);
  shapes();
  arguments(p);
  threads(p);
  cudaFree(p);
  printf("%d launches\n", launches);
  return 1;  // so that the reasons are told
}
