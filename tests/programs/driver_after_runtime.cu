// The runtime makes the primary context current, for the driver API too: at cudaSetDevice (as of
// CUDA 12), and at cudaFree(0), with which many programs begin. Each in a process of its own.
// simcc: -lcuda
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

void first_use(bool by_free) {
  CUcontext context = nullptr;
  const bool works = cuCtxGetCurrent(&context) == CUDA_SUCCESS;
  printf("without cuInit: %s\n", works ? "works" : "not initialised");
  const cudaError_t error = by_free ? cudaFree(nullptr) : cudaSetDevice(0);
  printf("%s: %s\n", by_free ? "cudaFree(0)" : "cudaSetDevice(0)", cudaGetErrorName(error));
  const bool is_current = cuCtxGetCurrent(&context) == CUDA_SUCCESS && context != nullptr;
  printf("then: %s\n", is_current ? "a context" : "none");
  CUdeviceptr memory = 0;
  printf("memory: %s\n", cuMemAlloc(&memory, 64) == CUDA_SUCCESS ? "yes" : "no");
  printf("freed: %s\n", cuMemFree(memory) == CUDA_SUCCESS ? "yes" : "no");
  fflush(stdout);
}

int main() {
  if (fork() == 0) {
    first_use(true);
    _exit(0);
  }
  wait(nullptr);
  first_use(false);
  return 0;
}
