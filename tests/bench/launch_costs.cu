// What a launch costs whose kernel does little: the sum of two arrays, an element a thread.
// launch_costs.sh holds the runtimes of two builds against each other.
//   launch_costs THREADS LAUNCHES      microseconds a launch
#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void add(const float* a, const float* b, float* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

int main(int argc, char** argv) {
  const unsigned threads = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 256;
  const int launches = argc > 2 ? std::atoi(argv[2]) : 2000;
  float* data = nullptr;
  cudaMalloc(&data, 3 * threads * sizeof(float));
  cudaMemset(data, 0, 3 * threads * sizeof(float));
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < launches; ++k) {
    add<<<1, threads>>>(data, data + threads, data + 2 * threads, threads);
  }
  const bool is_right = cudaDeviceSynchronize() == cudaSuccess;
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.2f\n", took.count() / launches);
  cudaFree(data);
  return is_right ? 0 : 1;
}
