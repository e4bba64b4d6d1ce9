// Tries: endless recursion on the host.
// May get: nothing
#include "vector_add.hpp"

#include <cstdio>

static int deeper(int level) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(level);
  return deeper(level + 1) + frame[0];
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  std::printf("%d", deeper(static_cast<int>(n)));
}
