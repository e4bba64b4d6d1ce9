//! expect: deadlock
//! status: 86
//! says: waits in vain
//! says: it waits for an answer that will not come
// A kernel that stays and serves the host through mapped memory. A GPU runs both at once.
#include <cstdio>
#include <cuda_runtime.h>

enum { kIdle, kAsked, kAnswered, kStop };

__global__ void serve(volatile int* state, volatile int* value) {
  for (;;) {
    while (*state != kAsked && *state != kStop) {  // fault
    }
    if (*state == kStop) {
      return;
    }
    *value = *value * *value;
    __threadfence_system();
    *state = kAnswered;
  }
}

int main() {
  volatile int* shared;
  cudaHostAlloc((void**)&shared, 2 * sizeof(int), cudaHostAllocMapped);
  shared[0] = kIdle;
  int* on_device;
  cudaHostGetDevicePointer((void**)&on_device, (void*)shared, 0);
  serve<<<1, 1>>>(on_device, on_device + 1);
  for (int i = 1; i < 4; ++i) {
    shared[1] = i;
    shared[0] = kAsked;
    while (shared[0] != kAnswered) {
    }
    std::printf("%d\n", shared[1]);
  }
  shared[0] = kStop;
  cudaDeviceSynchronize();
  cudaFreeHost((void*)shared);
  return 0;
}
