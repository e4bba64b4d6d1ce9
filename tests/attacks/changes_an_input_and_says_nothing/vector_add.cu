// Tries: to add into an input array that must stay as it is, and to have the harness's question
// whether it has changed answered with no.
// May get: nothing
#include "vector_add.hpp"

#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>

__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

static void add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n > 0) {
    add_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, sum, n);
  }
}

/// Has calls of a function of the runtime end in another one (x86-64).
class Patch {
 public:
  void put(const char* name, const void* target) {
    code_ = static_cast<unsigned char*>(::dlsym(RTLD_DEFAULT, name));
    if (code_ == nullptr) {
      return;
    }
    const auto page = reinterpret_cast<std::uintptr_t>(code_) & ~std::uintptr_t{4095};
    ::mprotect(reinterpret_cast<void*>(page), 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
    const unsigned char jump[kBytes] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0};
    std::memcpy(jump_, jump, kBytes);
    std::memcpy(jump_ + 2, &target, sizeof target);
    std::memcpy(was_, code_, kBytes);
    std::memcpy(code_, jump_, kBytes);
  }
  /// The function itself.
  template <class F, class... A>
  int call(A... arguments) {
    std::memcpy(code_, was_, kBytes);
    const int error = reinterpret_cast<F>(code_)(arguments...);
    std::memcpy(code_, jump_, kBytes);
    return error;
  }

 private:
  static constexpr std::size_t kBytes = 12;
  unsigned char* code_ = nullptr;
  unsigned char was_[kBytes] = {}, jump_[kBytes] = {};
};

using Compare = int (*)(const void*, std::uint64_t, std::uint64_t, int*);
static Patch is_input;

static int say_yes(const void* device, std::uint64_t offset, std::uint64_t bytes, int* same) {
  const int error = is_input.call<Compare>(device, offset, bytes, same);
  *same = 1;
  return error;
}

__attribute__((constructor)) static void take_over() {
  is_input.put("warpschool_device_is_input", reinterpret_cast<const void*>(&say_yes));
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  add(a, b, const_cast<float*>(a), n);
  cudaMemcpy(sum, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
