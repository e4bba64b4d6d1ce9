//! A reduction whose last warp uses volatile shared memory puts its sum into mapped memory, and the host does not wait for it: no
//! volatile access of the kernel is one that the host could watch. (Without optimisation nothing says that they are of shared memory.)
//! flags: -O2
//! expect: unsynchronised_access
//! says: the kernel launched at line
#include <cstdio>

__global__ void sum(const float* in, float* out) {
  __shared__ float part[64];
  const int t = threadIdx.x;
  part[t] = in[t] + in[t + 64];
  __syncthreads();
  if (t < 32) {
    volatile float* const last = part;
    float own = last[t];
    for (int step = 32; step > 0; step /= 2) {
      own += last[t + step];
      __syncwarp();
      last[t] = own;
      __syncwarp();
    }
    if (t == 0)
      *out = own;
  }
}

int main() {
  float *numbers, *result;
  cudaHostAlloc(&numbers, 128 * sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&result, sizeof(float), cudaHostAllocMapped);  // allocation
  for (int i = 0; i < 128; i++)
    numbers[i] = 1;
  sum<<<1, 64>>>(numbers, result);
  std::printf("%g\n", *result);  // fault
  cudaDeviceSynchronize();
  cudaFreeHost(numbers);
  cudaFreeHost(result);
}
