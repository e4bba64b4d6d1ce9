//! Sizes that count elements: a quarter, or an eighth, arrives. No fault follows, as nobody reads the rest on the device.
//! expect: note
//! status: 0
//! says: :29: cudaMemcpy: n counts elements, but the size is meant in bytes
//! says: only 1000 of the 4000 bytes of the 4000-byte allocation
//! says: n * sizeof(type)
//! says: :30: cudaMemcpyAsync: results.size() counts elements
//! says: :33: cudaMemset: 2*kPairs counts elements
//! says: only 64 of the 512 bytes
//! says: (2*kPairs) * sizeof(type)
//! says: :34: cudaMemcpy: 2*kPairs counts elements
#include <vector>

const int kPairs = 32;

__global__ void square(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = float(i) * i;
}

int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> results(n);
  float* d;
  cudaMalloc(&d, bytes);
  square<<<4, 256>>>(d, n);
  cudaMemcpy(&results[0], d, n, cudaMemcpyDeviceToHost);
  cudaMemcpyAsync(results.data(), d, results.size(), cudaMemcpyDeviceToHost);
  double *pairs, *host = new double[2 * kPairs]();
  cudaMalloc(&pairs, sizeof(double) * 2 * kPairs);
  cudaMemset(pairs, 0, 2 * kPairs);
  cudaMemcpy(host, pairs, 2 * kPairs, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(pairs);
  delete[] host;
}
