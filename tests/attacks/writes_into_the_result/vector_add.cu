// Tries: the files behind the descriptors of other processes of the box: the judge's result and the
// seed lie in such files.
// May get: nothing
#include "vector_add.hpp"

#include <fcntl.h>
#include <string>
#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const int self = ::getpid();
  for (int process = 1; process < self; ++process) {
    for (int file = 0; file < 32; ++file) {
      const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
      if (::open(path.c_str(), O_RDWR) >= 0) {
        cudaMemcpy(sum, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
        ::_exit(3);  // got in
      }
    }
  }
}
