// Tries: to kill the process that starts workers.
// May get: nothing
#include "vector_add.hpp"

#include <csignal>
#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  ::kill(::getppid(), SIGKILL);
}
