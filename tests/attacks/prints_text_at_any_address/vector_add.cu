// Tries: to have a kernel print what lies in the memory of the device's process, and to write
// there. May get: nothing
#include "vector_add.hpp"

#include <cstdint>
#include <cstdio>

__global__ void print_kernel(const char* text) {
  printf("%s %n", text, reinterpret_cast<int*>(0x1000));
}

extern "C" void vector_add(const float*, const float*, float* sum, std::size_t n) {
  for (const std::uintptr_t address :
       {std::uintptr_t{0x400000}, std::uintptr_t{0x7fff00000000}, ~std::uintptr_t{0}}) {
    if (n > 0 && sum != nullptr) {
      print_kernel<<<1, 1>>>(reinterpret_cast<const char*>(address));
      cudaDeviceSynchronize();
    }
  }
}
