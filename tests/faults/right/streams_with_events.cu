// One stream waits for an event of another; a host function counts.
#include <atomic>

__global__ void add(int* p, int v) {
  p[threadIdx.x] += v;
}

std::atomic<int> calls{0};
void CUDART_CB called(void* value) {
  calls += *static_cast<int*>(value);
}

int main() {
  int *p, host[32], three = 3;
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreate(&second);
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  cudaMalloc(&p, sizeof host);
  cudaMemsetAsync(p, 0, sizeof host, first);
  add<<<1, 32, 0, first>>>(p, 1);
  cudaEventRecord(ready, first);
  cudaStreamWaitEvent(second, ready, 0);
  add<<<1, 32, 0, second>>>(p, 2);
  cudaLaunchHostFunc(second, called, &three);
  cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(second);
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(p);
  return host[31] == 3 && calls == 3 ? 0 : 1;
}
