// Tries: to leave the call by longjmp into a frame that is gone.
// May get: nothing
#include "vector_add.hpp"

#include <csetjmp>
#include <unistd.h>

static std::jmp_buf frame;

__attribute__((constructor)) static void mark() {
  if (setjmp(frame) != 0) {
    ::_exit(0);
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  std::longjmp(frame, 1);
}
