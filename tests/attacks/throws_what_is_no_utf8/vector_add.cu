// Tries: an exception whose text is not UTF-8, to trip those who write JSON.
// May get: nothing
#include "vector_add.hpp"

#include <stdexcept>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  throw std::runtime_error("\xff\xfe\x80 \x1b[2J </script> \xed\xa0\x80");
}
