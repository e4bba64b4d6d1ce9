// Tries: to sleep for an hour.
// May get: nothing
#include "vector_add.hpp"

#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  ::sleep(3600);
}
