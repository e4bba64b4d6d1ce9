// Tries: a module of 8 GiB.
// May get: nothing
#include "vector_add.hpp"

char huge[std::size_t{1} << 33] = {1};

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  huge[n] = 1;
}
