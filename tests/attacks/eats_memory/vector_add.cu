// Tries: all memory, by malloc.
// May get: nothing
#include "vector_add.hpp"

#include <cstdlib>
#include <cstring>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  for (;;) {
    char* volatile block = static_cast<char*>(std::malloc(std::size_t{64} << 20));
    if (block == nullptr) {
      std::abort();
    }
    std::memset(block, 1, std::size_t{64} << 20);
  }
}
