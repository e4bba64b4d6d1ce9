//! A macro stops the time and does not wait for the event: the time stays 0.
//! expect: note
//! status: 0
//! says: cudaErrorNotReady
//! says: cudaEventSynchronize
#define CHECK(call)                      \
  do {                                   \
    if ((call) != cudaSuccess) return 1; \
  } while (0)
#define START(label)                                    \
  cudaEvent_t start_##label, stop_##label;              \
  float time_##label = 0;                               \
  CHECK(cudaEventCreate(&start_##label));               \
  CHECK(cudaEventCreate(&stop_##label));                \
  CHECK(cudaEventRecord(start_##label, 0));
#define STOP(label)                                                        \
  cudaEventRecord(stop_##label, 0);                                        \
  cudaEventElapsedTime(&time_##label, start_##label, stop_##label);        \
  CHECK(cudaEventDestroy(start_##label));                                  \
  CHECK(cudaEventDestroy(stop_##label));

__global__ void work(float* x) {
  for (int i = 0; i < 1000; ++i) x[threadIdx.x] += 1.0f;
}

int main() {
  float* x;
  CHECK(cudaMalloc(&x, 32 * sizeof(float)));
  CHECK(cudaMemset(x, 0, 32 * sizeof(float)));
  START(kernel)
  work<<<1, 32>>>(x);
  STOP(kernel)  // fault
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(x));
  return time_kernel == 0 ? 0 : 2;
}
