//! What std::vector keeps is host memory.
//! expect: host_pointer
//! says: cudaMemcpy
#include <vector>

template <typename F>
__global__ void for_each(int* data, int n, F f) {
  int i = threadIdx.x;
  if (i < n)
    data[i] = f(i);  // fault
}

int main() {
  std::vector<int> v(32);
  for_each<<<1, 32>>>(v.data(), 32, [] __device__(int i) { return i * i; });
  cudaDeviceSynchronize();
}
