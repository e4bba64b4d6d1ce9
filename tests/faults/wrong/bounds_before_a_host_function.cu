//! The host function never comes after a fault: who asks for it is told, and does not wait.
//! expect: out_of_bounds
//! status: 3
#include <atomic>
#include <thread>

__global__ void fill(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    values[i] = i;  // fault
}

static std::atomic<bool> done{false};
static void finished(void*) {
  done = true;
}

int main() {
  int* values;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&values, 100 * sizeof(int));  // allocation
  fill<<<1, 128, 0, stream>>>(values, 100);
  if (cudaLaunchHostFunc(stream, finished, nullptr) != cudaSuccess)
    return 3;
  while (!done)
    std::this_thread::yield();
  cudaStreamDestroy(stream);
  cudaFree(values);
}
