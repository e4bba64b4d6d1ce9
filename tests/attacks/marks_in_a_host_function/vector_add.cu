// Tries: to end the call and begin another from a function that a stream calls, in the midst of the
// device's answer to a launch.
// May get: what its right answers get: the time of both calls is added
#include "vector_add.hpp"

#include <dlfcn.h>

enum { kBegin, kBeginUntimed, kEnd, kSettled };

__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

static void add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n > 0) {
    add_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, sum, n);
  }
}

static void mark_anew(void*) {
  static const auto send_mark =
      reinterpret_cast<int (*)(int)>(::dlsym(RTLD_DEFAULT, "warpschool_device_mark"));
  for (const int mark : {kEnd, kSettled, kBegin}) {
    if (send_mark != nullptr) {
      send_mark(mark);
    }
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  cudaLaunchHostFunc(nullptr, mark_anew, nullptr);
  add(a, b, sum, n);
  cudaLaunchHostFunc(nullptr, mark_anew, nullptr);
}
