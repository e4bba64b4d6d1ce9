//! &numbers is the vector, three pointers on the stack, and not what it holds.
//! expect: invalid_copy
//! says: on the stack
//! says: v.data()
//! says: 1024 are to be copied
#include <vector>

int main() {
  std::vector<float> numbers(256, 1.0f);
  float* device;
  cudaMalloc(&device, 256 * sizeof(float));
  cudaMemcpy(device, &numbers, 256 * sizeof(float), cudaMemcpyHostToDevice);  // fault
  cudaFree(device);
}
