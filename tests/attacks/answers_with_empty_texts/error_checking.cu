// Tries: to have the judge make 50 million texts of an answer that has 400 MB, which take four
// times its memory. May get: nothing: no answer has that many
#include "error_checking.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <unistd.h>

/// What the worker sends: how long result and report are.
struct Done {
  std::uint64_t result_bytes, report_bytes;
};

extern "C" void describe_error(cudaError_t, const char*, int, char*, std::size_t) {
  constexpr std::uint64_t kTexts = 50'000'000, kResult = 8 + 8 * kTexts, kReport = 96;
  constexpr std::size_t kResultAt = 256;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd:answer") != std::string::npos) {
      char* const result = reinterpret_cast<char*>(std::stoull(line, nullptr, 16)) + kResultAt;
      std::memset(result, 0, kResult + kReport);
      std::memcpy(result, &kTexts, sizeof kTexts);
      const Done done{kResult, kReport};
      if (::write(3, &done, sizeof done) == sizeof done) {
        ::pause();
      }
    }
  }
}

extern "C" cudaError_t fill(int*, std::size_t, int, unsigned, unsigned) {
  return cudaErrorUnknown;
}

extern "C" cudaError_t fill_host(int*, std::size_t, int, unsigned, unsigned) {
  return cudaErrorUnknown;
}
