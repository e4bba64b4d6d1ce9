// Tries: an exception that is named and laid out like the one with which the harness says that
// there is no GPU: such checks are skipped.
// May get: nothing
#include "vector_add.hpp"

#include <stdexcept>

namespace warpschool::harness {
enum class Trouble : unsigned char { kNone, kNoDevice };
class StudentError : public std::runtime_error {
 public:
  StudentError(Trouble trouble, const char* text) : std::runtime_error(text), trouble_(trouble) {}

 private:
  Trouble trouble_;
  int code_ = 100;  // cudaErrorNoDevice
};
}  // namespace warpschool::harness

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  throw warpschool::harness::StudentError(warpschool::harness::Trouble::kNoDevice, "no device");
}
