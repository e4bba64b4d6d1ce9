// Tries: an exception whose text is one line of 100 MB, to hold up whoever reads it.
// May get: nothing
#include "vector_add.hpp"

#include <stdexcept>
#include <string>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  throw std::runtime_error(std::string(100'000'000, 'x'));
}
