// Tries: to copy the inputs to the host, 64 floats at a time, and to add there.
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
    for (std::size_t at = 0; at < to.size(); at += 64) {
      const std::size_t count = std::min<std::size_t>(64, to.size() - at);
      cudaMemcpy(to.data() + at, from + at, count * sizeof(float), cudaMemcpyDeviceToHost);
    }
  };
  add_on_host(fetch, a, b, sum, n);
}
