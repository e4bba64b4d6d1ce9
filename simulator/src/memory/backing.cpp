// Host memory behind device allocations, filled with the poison pattern.
#include "memory/backing.hpp"

#include "warpschool/support/huge_pages.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kAlignment = 512;
/// Below it pieces are packed: rounded up and aligned to a kilobyte each, two hundred thousand list
/// nodes would cost more than all else.
constexpr std::uint64_t kPackedBytes = 2048;
constexpr std::uint64_t kPackedAlignment = 16;  ///< the widest access; what malloc gives
constexpr std::uint64_t kLargeBytes = std::uint64_t{32} << 20;  ///< from here on copy-on-write
constexpr std::uint64_t kFileBytes = std::uint64_t{16} << 20;   ///< of the poisoned file

std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

BackingStore::~BackingStore() {
  if (poisoned_file_ >= 0) {
    close(poisoned_file_);
  }
}

std::byte* BackingStore::make(std::uint64_t bytes) {
  if (bytes >= kLargeBytes) {
    return make_large(bytes);
  }
  const std::uint64_t unit = bytes < kPackedBytes ? kPackedAlignment : kAlignment;
  const std::uint64_t size = std::max(round_up(bytes, unit), unit);
  auto* memory = static_cast<std::byte*>(allocate_huge(size, unit));
  if (memory != nullptr) {
    std::memset(memory, static_cast<int>(kPoison), size);
  }
  return memory;
}

void BackingStore::free(std::byte* memory, std::uint64_t bytes) {
  if (bytes >= kLargeBytes) {
    munmap(memory, round_up(bytes, kFileBytes));
  } else {
    std::free(memory);
  }
}

std::byte* BackingStore::make_large(std::uint64_t bytes) {
  if (!open_poisoned_file()) {
    return nullptr;
  }
  const std::uint64_t size = round_up(bytes, kFileBytes);
  void* memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  auto* first = static_cast<std::byte*>(memory);
  for (std::uint64_t offset = 0; offset < size; offset += kFileBytes) {
    if (mmap(first + offset, kFileBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, poisoned_file_, 0) == MAP_FAILED) {
      munmap(memory, size);
      return nullptr;
    }
  }
  return first;
}

bool BackingStore::open_poisoned_file() {
  if (poisoned_file_ >= 0) {
    return true;
  }
  const int file = memfd_create("warpschool-poison", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(kFileBytes)) != 0) {
    return false;
  }
  void* view = mmap(nullptr, kFileBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (view == MAP_FAILED) {
    close(file);
    return false;
  }
  std::memset(view, static_cast<int>(kPoison), kFileBytes);
  munmap(view, kFileBytes);
  poisoned_file_ = file;
  return true;
}

}  // namespace warpschool::sim
