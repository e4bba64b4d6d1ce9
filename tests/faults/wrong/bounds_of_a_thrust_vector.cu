//! One of several Thrust vectors is too short: the report names its line, not the header's.
//! expect: out_of_bounds
//! who: Thread 0 of block 3
//! says: 384-byte allocation
#include <thrust/device_vector.h>

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];  // fault
}

int main() {
  const int n = 100;
  thrust::device_vector<float> a(n, 1.0f);
  thrust::device_vector<float> b(n, 2.0f);
  thrust::device_vector<float> c;
  c.resize(n - 4);  // allocation
  add<<<4, 32>>>(a.data().get(), b.data().get(), c.data().get(), n);
  return cudaDeviceSynchronize() != cudaSuccess;
}
