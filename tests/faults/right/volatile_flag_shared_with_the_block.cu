// A flag that one thread of each block looks at, and hands on to the others through shared memory or by a function.
#include <cstdio>

__global__ void search(const int* values, int n, int wanted, volatile int* found) {
  __shared__ int stop;
  for (int begin = blockIdx.x * blockDim.x; begin < n; begin += gridDim.x * blockDim.x) {
    if (threadIdx.x == 0)
      stop = *found;
    __syncthreads();
    if (stop)
      break;
    int i = begin + threadIdx.x;
    if (i < n && values[i] == wanted)
      *found = 1;
    __syncthreads();
  }
}

__device__ int seen(volatile int* flag) {
  return *flag;
}
__device__ void stop_if(bool yes, volatile int* flag) {
  if (yes)
    *flag = 1;
}

__global__ void search_by_functions(const int* values, int n, int wanted, volatile int* found) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && !seen(found); i += gridDim.x * blockDim.x)
    stop_if(values[i] == wanted, found);
}

struct State {
  volatile int done;
  int result;
};

__global__ void by_bits(State* state, const int* values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((state->done & 1) == 0 && values[i] == 77)
    state->done = 1;
}

__global__ void by_selection(volatile int* level, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int now = *level;
  out[i] = now > 3 ? 1 : 2;
  if (i == 5)
    *level = 0;
}

int main() {
  const int n = 4096;
  int *values, *found;
  State* state;
  cudaMalloc(&values, n * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMalloc(&state, sizeof(State));
  cudaMemset(values, 0, n * sizeof(int));
  int last = 77;
  cudaMemcpy(values + 700, &last, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(found, 0, sizeof(int));
  search<<<4, 64>>>(values, n, 77, found);
  cudaMemset(found, 0, sizeof(int));
  search_by_functions<<<4, 64>>>(values, n, 77, found);
  cudaMemset(state, 0, sizeof(State));
  by_bits<<<16, 64>>>(state, values);
  by_selection<<<4, 64>>>(found, values);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaFree(values);
  cudaFree(found);
  cudaFree(state);
}
