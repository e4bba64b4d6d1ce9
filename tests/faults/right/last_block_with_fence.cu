// The last block to finish sums the partial results: __threadfence before the counter, as in the
// samples.
#include <vector>

__device__ unsigned int count = 0;
__shared__ bool is_last;

__global__ void sum(const float* array, unsigned n, volatile float* result) {
  __shared__ float cell[128];
  float own = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own += array[i];
  cell[threadIdx.x] = own;
  __syncthreads();
  for (unsigned s = 64; s > 0; s /= 2) {
    if (threadIdx.x < s)
      cell[threadIdx.x] += cell[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    result[blockIdx.x] = cell[0];
    __threadfence();
    unsigned value = atomicInc(&count, gridDim.x);
    is_last = value == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    if (threadIdx.x == 0) {
      float total = 0;
      for (unsigned b = 0; b < gridDim.x; ++b)
        total += result[b];
      result[0] = total;
      count = 0;
    }
  }
}

int main() {
  const int n = 3000;
  std::vector<float> h(n);
  for (int i = 0; i < n; ++i)
    h[i] = i % 10;
  float *array, *result, total = 0;
  cudaMalloc(&array, n * 4);
  cudaMalloc(&result, 16 * 4);
  cudaMemcpy(array, h.data(), n * 4, cudaMemcpyHostToDevice);
  for (int round = 0; round < 2; ++round) {
    sum<<<16, 128>>>(array, n, result);
    cudaMemcpy(&total, result, 4, cudaMemcpyDeviceToHost);
    if (total != 4.5f * n)
      return 1;
  }
  cudaFree(array);
  cudaFree(result);
  return 0;
}
