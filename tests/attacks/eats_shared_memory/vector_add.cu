// Tries: all memory, by pages that are shared and belong to no heap.
// May get: nothing
#include "vector_add.hpp"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  for (;;) {
    void* block = ::mmap(nullptr, std::size_t{64} << 20, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
      std::abort();
    }
    std::memset(block, 1, std::size_t{64} << 20);
  }
}
