// Tries: an answer that claims more elements than there is memory.
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
  char* answer = shared_with_judge("memfd:answer");
  std::memset(answer + 256, 0xff, 4096);
  send({4096, 96});
}
