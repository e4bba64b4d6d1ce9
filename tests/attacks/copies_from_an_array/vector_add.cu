// Tries: to copy the inputs into a CUDA array, from there to the host, and to add there.
// May get: nothing: the work is the device's
#include "vector_add.hpp"

#include <algorithm>
#include <vector>

/// Adds on the host what `fetch(array, values)` gets from the device, and copies the sums there.
template <class F>
static void add_on_host(const F& fetch, const float* a, const float* b, float* sum, std::size_t n) {
  std::vector<float> left(n), right(n);
  fetch(a, left);
  fetch(b, right);
  for (std::size_t i = 0; i < n; ++i) {
    left[i] += right[i];
  }
  cudaMemcpy(sum, left.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const auto fetch = [](const float* from, std::vector<float>& to) {
    constexpr std::size_t kWidth = 1024;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, kWidth, 1);
    for (std::size_t at = 0; at < to.size(); at += kWidth) {
      const std::size_t bytes = std::min(kWidth, to.size() - at) * sizeof(float);
      cudaMemcpy2DToArray(array, 0, 0, from + at, bytes, bytes, 1, cudaMemcpyDeviceToDevice);
      cudaMemcpy2DFromArray(to.data() + at, bytes, array, 0, 0, bytes, 1, cudaMemcpyDeviceToHost);
    }
    cudaFreeArray(array);
  };
  add_on_host(fetch, a, b, sum, n);
}
