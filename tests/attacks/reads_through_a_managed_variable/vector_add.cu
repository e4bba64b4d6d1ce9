// Tries: to have a kernel copy the inputs, piece by piece, into a __managed__ variable, and to add
// on the host. May get: nothing: the work is the device's
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

__managed__ float window[kWindow];

__global__ void copy_kernel(const float* from, std::size_t n) {
  for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) {
    window[i] = from[i];
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const auto fetch = [&](const float* from, std::vector<float>& to) {
    for (std::size_t at = 0; at < n; at += kWindow) {
      const std::size_t count = std::min(kWindow, n - at);
      copy_kernel<<<1, 256>>>(from + at, count);
      cudaDeviceSynchronize();
      std::copy_n(window, count, to.begin() + static_cast<std::ptrdiff_t>(at));
    }
  };
  add_on_host(fetch, a, b, sum, n);
}
