// Tries: to have a second thread free and allocate the memory, now on the device and now managed,
// that the device is told to copy an input to and an output from.
// May get: full marks where the device lives in the worker, which adds as it should; nothing where
// it is a process of its own
#include "vector_add.hpp"

#include <atomic>
#include <cstdint>
#include <dlfcn.h>
#include <thread>

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

/// What the harness calls of the runtime; nullptr where the device lives in the worker.
template <class F>
static F function_of_harness(const char* name) {
  return reinterpret_cast<F>(::dlsym(RTLD_DEFAULT, name));
}

static void change(void* volatile& memory, const std::atomic<bool>& stop) {
  while (!stop) {
    void* made = nullptr;
    cudaMalloc(&made, 4096);
    memory = made;
    cudaFree(made);
    cudaMallocManaged(&made, 4096);
    memory = made;
    cudaFree(made);
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  add(a, b, sum, n);
  using Take = int (*)(void*, std::uint64_t, std::uint64_t);
  using Give = int (*)(const void*, std::uint64_t, unsigned*);
  const auto take = function_of_harness<Take>("warpschool_device_take_input");
  const auto give = function_of_harness<Give>("warpschool_device_give_output");
  if (take == nullptr || give == nullptr) {
    return;
  }
  static void* volatile memory = nullptr;
  std::atomic<bool> stop{false};
  std::thread other([&] { change(memory, stop); });
  for (int i = 0; i < 200; ++i) {
    unsigned number = 0;
    take(memory, 0, n * sizeof(float) < 4096 ? n * sizeof(float) : 4096);
    give(memory, 4096, &number);
  }
  stop = true;
  other.join();
  cudaGetLastError();
}
