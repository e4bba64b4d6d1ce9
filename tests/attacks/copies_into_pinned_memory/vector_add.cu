// Tries: to copy the inputs into pinned memory with cudaMemcpyDefault and as if it were the
// device's, and to add on the host.
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

constexpr std::size_t kWindow = 1024;  // floats

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  static float* pinned = nullptr;
  if (pinned == nullptr) {
    cudaMallocHost(reinterpret_cast<void**>(&pinned), kWindow * sizeof(float));
  }
  const auto fetch = [](const float* from, std::vector<float>& to) {
    for (std::size_t at = 0; at < to.size(); at += kWindow) {
      const std::size_t count = std::min(kWindow, to.size() - at);
      const auto kind = at % (2 * kWindow) == 0 ? cudaMemcpyDeviceToDevice : cudaMemcpyDefault;
      cudaMemcpy(pinned, from + at, count * sizeof(float), kind);
      std::copy_n(pinned, count, to.begin() + static_cast<std::ptrdiff_t>(at));
    }
  };
  add_on_host(fetch, a, b, sum, n);
}
