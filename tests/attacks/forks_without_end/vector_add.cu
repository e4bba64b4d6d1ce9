// Tries: a fork bomb.
// May get: nothing
#include "vector_add.hpp"

#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  while (::fork() >= 0) {
  }
}
