// Runs a fuzz target without libFuzzer: random_NAME SECONDS SEED [FILES...]. Random bytes without
// files, else mutations of the files. For presets whose compiler has no fuzzer; a failing input is
// kept as "crash.input".
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(std::mt19937_64& random) {
  Bytes bytes(random() % 600);
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(random());
  }
  return bytes;
}

/// A few changes: bytes, pieces left out or said twice, and pieces of another file.
Bytes mutated(const std::vector<Bytes>& seeds, std::mt19937_64& random) {
  Bytes bytes = seeds[random() % seeds.size()];
  for (std::uint64_t changes = 1 + random() % 4; changes > 0 && !bytes.empty(); --changes) {
    const auto at = static_cast<std::ptrdiff_t>(random() % bytes.size());
    const auto left = static_cast<std::ptrdiff_t>(bytes.size()) - at;
    const std::ptrdiff_t length =
        std::min<std::ptrdiff_t>(left, 1 + static_cast<std::ptrdiff_t>(random() % 40));
    const Bytes& other = seeds[random() % seeds.size()];
    switch (random() % 4) {
      case 0:
        bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(32 + random() % 95);
        break;
      case 1:
        bytes.erase(bytes.begin() + at, bytes.begin() + at + length);
        break;
      case 2: {
        const Bytes piece(bytes.begin() + at, bytes.begin() + at + length);
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size()),
                     piece.begin(), piece.end());
        break;
      }
      default:
        if (!other.empty()) {
          const auto from = static_cast<std::ptrdiff_t>(random() % other.size());
          const std::ptrdiff_t most = static_cast<std::ptrdiff_t>(other.size()) - from;
          bytes.insert(bytes.begin() + at, other.begin() + from,
                       other.begin() + from + std::min(most, length));
        }
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s SECONDS SEED [FILES...]\n", argv[0]);
    return 2;
  }
  std::vector<Bytes> seeds;
  for (int i = 3; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::mt19937_64 random(std::strtoull(argv[2], nullptr, 10));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
  std::uint64_t runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    const Bytes input = seeds.empty() ? random_bytes(random) : mutated(seeds, random);
    std::ofstream("crash.input", std::ios::binary)
        .write(reinterpret_cast<const char*>(input.data()),
               static_cast<std::streamsize>(input.size()));
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::remove("crash.input");
  std::printf("%llu inputs\n", static_cast<unsigned long long>(runs));
  return 0;
}
