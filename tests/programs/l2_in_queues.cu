// What a kernel leaves in L2 is there for the next one of its queue, and for no other: modelled
// times.
#include <cuda_runtime.h>

#include <cstdio>

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
cudaEvent_t begin, middle, end;

void launch() {
  add_all<<<132 * 8, 256>>>(values, sum, kFours);
}

float took(cudaEvent_t from, cudaEvent_t to) {
  float ms = 0;
  cudaEventSynchronize(to);
  cudaEventElapsedTime(&ms, from, to);
  return ms;
}

int main() {
  cudaMalloc(&values, kFours * sizeof(float4));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(values, 0, kFours * sizeof(float4));
  cudaEventCreate(&begin);
  cudaEventCreate(&middle);
  cudaEventCreate(&end);

  cudaEventRecord(begin);
  launch();
  cudaEventRecord(end);
  const float alone = took(begin, end);

  cudaEventRecord(begin);
  launch();
  launch();
  cudaEventRecord(end);
  const float queued = took(begin, end) - alone;

  launch();
  cudaEventRecord(begin);
  launch();
  cudaEventRecord(end);
  const float behind_an_event = took(begin, end);

  launch();
  cudaEventRecord(begin);
  cudaMemsetAsync(sum, 0, sizeof(float));
  cudaEventRecord(middle);
  launch();
  cudaEventRecord(end);
  const float behind_a_fill = took(middle, end);

  printf("right behind another kernel: %s\n", queued < alone * 0.7F ? "L2 is warm" : "L2 is cold");
  printf("behind an event: %s\n", behind_an_event < alone * 0.7F ? "L2 is warm" : "L2 is cold");
  printf("behind a fill: %s\n", behind_a_fill < alone * 0.7F ? "L2 is warm" : "L2 is cold");
  cudaFree(values);
  cudaFree(sum);
  cudaEventDestroy(begin);
  cudaEventDestroy(middle);
  cudaEventDestroy(end);
}
