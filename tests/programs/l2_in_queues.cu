// What kernels, copies and fills leave in L2 is there for the next kernel: modelled times.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void add_all(const float4* in, float* sum, int n) {
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float4 four = in[i];
    own += four.x + four.y + four.z + four.w;
  }
  if (own == 12345) {
    *sum = own;
  }
}

constexpr int kFours = 1 << 20;  // 16 MiB: they fit L2
float4* values;
float* sum;
cudaEvent_t begin, end;

void launch() {
  add_all<<<132 * 8, 256>>>(values, sum, kFours);
}

float took(cudaEvent_t from, cudaEvent_t to) {
  float ms = 0;
  cudaEventSynchronize(to);
  cudaEventElapsedTime(&ms, from, to);
  return ms;
}

float alone;

/// The time of a launch behind `before` and a host that waits.
template <class Before>
void say(const char* what, const Before& before) {
  before();
  cudaDeviceSynchronize();
  cudaEventRecord(begin);
  launch();
  cudaEventRecord(end);
  printf("%s: %s\n", what, took(begin, end) < alone * 0.7F ? "L2 is warm" : "L2 is cold");
}

int main() {
  unsigned char* other;
  constexpr int kOther = 96 << 20;  // more than L2
  int host = 0;
  void* from = calloc(kFours, sizeof(float4));
  cudaMalloc(&values, kFours * sizeof(float4));
  cudaMalloc(&sum, sizeof(float));
  cudaMalloc(&other, kOther);
  cudaMemset(values, 0, kFours * sizeof(float4));
  cudaEventCreate(&begin);
  cudaEventCreate(&end);

  cudaMemset(other, 1, kOther);
  cudaEventRecord(begin);
  launch();
  cudaEventRecord(end);
  alone = took(begin, end);

  cudaEventRecord(begin);
  launch();
  launch();
  cudaEventRecord(end);
  printf("right behind another kernel: %s\n",
         took(begin, end) < 2 * alone * 0.7F ? "L2 is warm" : "L2 is cold");
  say("behind an event and a waiting host", [] {});
  say("behind a small fill", [] { cudaMemset(sum, 0, sizeof(float)); });
  say("behind a small copy",
      [&host] { cudaMemcpy(&host, sum, sizeof(int), cudaMemcpyDeviceToHost); });
  say("behind a fill larger than L2", [other] { cudaMemset(other, 2, kOther); });
  say("behind a copy from the host of what it reads", [other, from] {
    cudaMemset(other, 3, kOther);
    cudaMemcpy(values, from, kFours * sizeof(float4), cudaMemcpyHostToDevice);
  });
  say("behind a fill of what it reads", [] { cudaMemset(values, 0, kFours * sizeof(float4)); });
  cudaFree(values);
  cudaFree(sum);
  cudaFree(other);
  free(from);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}
