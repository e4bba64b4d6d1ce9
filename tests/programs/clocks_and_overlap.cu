// What kernels measure with clock64() agrees with events, and small kernels of several streams run side by side.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int kSteps = 256;

__global__ void chase_global(const int *next, long long *clocks, int *end) {
  int at = 0;
  const long long start = clock64();
  for (int i = 0; i < kSteps; ++i) at = next[at];
  *end = at;
  const long long stop = clock64();
  *clocks = (stop - start) / kSteps;
}

__global__ void chase_shared(long long *clocks, int *end) {
  __shared__ int next[kSteps];
  for (int i = 0; i < kSteps; ++i) next[i] = (i + 1) % kSteps;
  int at = 0;
  const long long start = clock64();
  for (int i = 0; i < kSteps; ++i) at = next[at];
  *end = at;
  const long long stop = clock64();
  *clocks = (stop - start) / kSteps;
}

__global__ void spin(long long clocks) {
  const long long start = clock64();
  while (clock64() - start < clocks) {
  }
}

static float time_of_spins(int count, int streams, dim3 grid, dim3 block, long long clocks) {
  cudaStream_t stream[8];
  for (int i = 0; i < streams; ++i) cudaStreamCreate(&stream[i]);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  for (int i = 0; i < count; ++i) spin<<<grid, block, 0, stream[i % streams]>>>(clocks);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms = 0;
  cudaEventElapsedTime(&ms, start, stop);
  for (int i = 0; i < streams; ++i) cudaStreamDestroy(stream[i]);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return ms;
}

/// Of rows of 16 bytes, or of as many bytes in one piece.
static float time_of_rows(char *to, const char *from, size_t rows, bool apart) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  float ms = 0;
  for (int turn = 0; turn < 2; ++turn) {
    cudaEventRecord(start);
    if (apart) cudaMemcpy2DAsync(to, 16, from, 16, 16, rows, cudaMemcpyDefault);
    else cudaMemcpyAsync(to, from, 16 * rows, cudaMemcpyDefault);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return ms;
}

int main() {
  const int stride = 1024;
  int *next, *end;
  long long *clocks;
  cudaMalloc(&next, kSteps * stride * sizeof(int));
  cudaMalloc(&end, sizeof(int));
  cudaMalloc(&clocks, sizeof(long long));
  static int chain[kSteps * stride];
  for (int i = 0; i < kSteps; ++i) chain[i * stride] = (i + 1) % kSteps * stride;
  cudaMemcpy(next, chain, sizeof chain, cudaMemcpyHostToDevice);
  chase_global<<<1, 1>>>(next, clocks, end);
  long long global = 0, shared = 0;
  cudaMemcpy(&global, clocks, sizeof global, cudaMemcpyDeviceToHost);
  chase_shared<<<1, 1>>>(clocks, end);
  cudaMemcpy(&shared, clocks, sizeof shared, cudaMemcpyDeviceToHost);
  std::printf("global memory: hundreds of clocks %d; shared: far fewer %d\n",
              global >= 200 && global < 2000, shared >= 10 && shared < global / 2);

  int khz = 0;
  cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
  time_of_spins(1, 1, 1, 1, 1);  // a device loads a kernel at its first launch
  const float one = time_of_spins(1, 1, 1, 32, khz);
  std::printf("a spin of a millisecond takes one: %d\n", one > 0.9f && one < 1.3f);
  const float long_one = time_of_spins(1, 1, 1, 32, 2000ll * khz);
  std::printf("one of two seconds, too: %d\n", long_one > 1800 && long_one < 2600);
  const float in_a_row = time_of_spins(4, 1, 1, 32, khz / 10);
  const float beside = time_of_spins(4, 4, 1, 32, khz / 10);
  std::printf("four small kernels in four streams: %d\n",
              in_a_row > 3 * beside && beside > in_a_row / 5);

  const size_t rows = 131072;
  char *device, *other, *pinned;
  cudaMalloc(&device, 16 * rows);
  cudaMalloc(&other, 16 * rows);
  cudaMallocHost(&pinned, 16 * rows);
  std::printf("rows take longer than one piece on the device: %d; to it: %d; from it: %d\n",
              time_of_rows(device, other, rows, true) > 2 * time_of_rows(device, other, rows, false),
              time_of_rows(device, pinned, rows, true) > 2 * time_of_rows(device, pinned, rows, false),
              time_of_rows(pinned, device, rows, true) > 2 * time_of_rows(pinned, device, rows, false));
  cudaFree(device);
  cudaFree(other);
  cudaFreeHost(pinned);
  cudaFree(next);
  cudaFree(end);
  cudaFree(clocks);
}
