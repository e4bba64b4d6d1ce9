// Tries: an exception whose what() is a null pointer.
// May get: nothing
#include "vector_add.hpp"

#include <exception>

struct Silent : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  throw Silent();
}
