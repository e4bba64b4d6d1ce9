//! expect: out_of_bounds
//! says: past the end
// The library's pointer is what goes astray; the line is the program's last one before it.
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>

__global__ void number(thrust::device_ptr<int> out, int first) {
  int i = threadIdx.x + first;
  int value = i * 7;  // fault
  out[i] = value;
}

int main() {
  thrust::device_vector<int> values(64);  // allocation
  number<<<1, 64>>>(values.data(), 2);
  cudaDeviceSynchronize();
  return 0;
}
