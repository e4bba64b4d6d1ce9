// Tries: to add on the host, write the worker's answer itself and leave out the simulator's report,
// so that nothing is counted.
// May get: nothing
#include "vector_add.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <unistd.h>

/// What the worker would send: how long result and report are.
struct Done {
  std::uint64_t result_bytes, report_bytes;
};

/// The memory that the worker shares with the judge, by the name it was made with.
static char* shared_with_judge(const char* name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(name) != std::string::npos) {
      return reinterpret_cast<char*>(std::stoull(line, nullptr, 16));
    }
  }
  return nullptr;
}

static void send(const Done& done) {
  if (::write(3, &done, sizeof done) == sizeof done) {
    ::pause();
  }
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  const char* given = shared_with_judge("memfd:arguments");
  char* answer = shared_with_judge("memfd:answer") + 256;
  const float* left = reinterpret_cast<const float*>(given + 8);
  const float* right = reinterpret_cast<const float*>(given + 16 + 4 * n);
  const std::uint64_t count = n;
  std::memcpy(answer, &count, sizeof count);
  for (std::size_t i = 0; i < n; ++i) {
    const float one = left[i] + right[i];
    std::memcpy(answer + 8 + 4 * i, &one, sizeof one);
  }
  std::memset(answer + 8 + 4 * n, 0, 96);
  send({8 + 4 * n, 96});
}
