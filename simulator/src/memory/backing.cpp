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
constexpr std::uint64_t kHugeBytes = std::uint64_t{1} << 30;
/// What is poisoned, to be seen again and again: little for most, and more where there would be
/// more views than a process may have.
constexpr std::uint64_t kFileBytes = std::uint64_t{2} << 20;
constexpr std::uint64_t kLongFileBytes = std::uint64_t{16} << 20;

std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::uint64_t view_bytes(std::uint64_t bytes) {
  return bytes >= kHugeBytes ? kLongFileBytes : kFileBytes;
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
    munmap(memory, round_up(bytes, view_bytes(bytes)));
  } else {
    std::free(memory);
  }
}

std::byte* BackingStore::make_large(std::uint64_t bytes) {
  const std::uint64_t view = view_bytes(bytes);
  if (!poison_file(view)) {
    return nullptr;
  }
  const std::uint64_t size = round_up(bytes, view);
  void* memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  auto* first = static_cast<std::byte*>(memory);
  for (std::uint64_t offset = 0; offset < size; offset += view) {
    if (mmap(first + offset, view, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
             poisoned_file_, 0) == MAP_FAILED) {
      munmap(memory, size);
      return nullptr;
    }
  }
  return first;
}

bool BackingStore::poison_file(std::uint64_t bytes) {
  if (poisoned_file_ < 0) {
    poisoned_file_ = memfd_create("warpschool-poison", MFD_CLOEXEC);
  }
  if (poisoned_bytes_ >= bytes) {
    return true;
  }
  if (poisoned_file_ < 0 || ftruncate(poisoned_file_, static_cast<off_t>(bytes)) != 0) {
    return false;
  }
  void* view = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, poisoned_file_, 0);
  if (view == MAP_FAILED) {
    return false;
  }
  std::memset(view, static_cast<int>(kPoison), bytes);
  munmap(view, bytes);
  poisoned_bytes_ = bytes;
  return true;
}

}  // namespace warpschool::sim
