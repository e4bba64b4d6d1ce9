// Copies from and to what lies on the heap: whole blocks, their ends, elements in the middle whose
// neighbours look like a block's head, aligned ones, large ones. The runtime knows nothing of them.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

bool there_and_back(void* host, std::size_t bytes) {
  std::vector<char> kept(bytes);
  std::memcpy(kept.data(), host, bytes);
  void* d;
  cudaMalloc(&d, bytes);
  cudaMemcpy(d, host, bytes, cudaMemcpyHostToDevice);
  std::memset(host, 0, bytes);
  cudaMemcpy(host, d, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return std::memcmp(host, kept.data(), bytes) == 0;
}

bool blocks() {
  bool good = true;
  for (std::size_t bytes : {1, 8, 24, 25, 1000, 4096, 100000, 1000000, 5000000}) {
    char* block = static_cast<char*>(std::malloc(bytes));
    std::memset(block, 'x', bytes);
    good = good && there_and_back(block, bytes) &&
           there_and_back(block + bytes / 2, bytes - bytes / 2);
    std::free(block);
    void* aligned = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    std::memset(aligned, 'y', bytes);
    good = good && there_and_back(aligned, bytes);
    std::free(aligned);
  }
  return good;
}

/// Every second number says "a block of 32 bytes that is in use" if it is taken for a head.
bool numbers_like_heads() {
  std::vector<std::uint64_t> numbers(4000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = i % 2 == 0 ? 0 : 33;
  bool good = true;
  for (std::size_t from : {2, 4, 100, 1001})
    good = good && there_and_back(&numbers[from], 500 * sizeof(std::uint64_t));
  return good;
}

int main() {
  std::string text(300, 't');
  auto* record = new double[17];
  std::memset(record, 1, 17 * sizeof(double));
  const bool good = blocks() && numbers_like_heads() && there_and_back(text.data(), text.size()) &&
                    there_and_back(record, 17 * sizeof(double));
  delete[] record;
  return good ? 0 : 1;
}
