// Tries: an exception that is named like the harness's own and says that nothing was wrong.
// May get: nothing
#include "vector_add.hpp"

#include <stdexcept>

__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

static void add(const float* a, const float* b, float* sum, std::size_t n) {
  if (n > 0) {
    add_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, sum, n);
  }
}

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
  add(a, b, sum, n);
  throw warpschool::harness::StudentError(warpschool::harness::Trouble::kNone, "");
}
