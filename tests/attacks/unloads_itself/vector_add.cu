// Tries: to unload its own module in the middle of a call.
// May get: the points of a right answer where the loader keeps the module.
#include "vector_add.hpp"

#include <dlfcn.h>

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

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  add(a, b, sum, n);
  Dl_info own{};
  ::dladdr(reinterpret_cast<void*>(&vector_add), &own);
  void* module = ::dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  for (int i = 0; i < 5 && module != nullptr; ++i) {
    ::dlclose(module);
  }
}
