// Zeroed host memory that costs only where it is touched.
#include "memory/lazy_pages.hpp"

#include "warpschool/support/huge_pages.hpp"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace warpschool::sim {
namespace {

/// Smaller tables come from the heap: a program with a hundred thousand list nodes would pay a page
/// for each of them, and run out of mappings.
constexpr std::uint64_t kMappedBytes = 8192;

}  // namespace

LazyPages::~LazyPages() {
  drop();
}

bool LazyPages::is_mapped() const {
  return bytes_ >= kMappedBytes;
}

bool LazyPages::reserve(std::uint64_t bytes, PageSize page_size) {
  drop();
  bytes_ = bytes;
  if (!is_mapped()) {
    data_ = static_cast<std::byte*>(std::calloc(bytes, 1));
    return data_ != nullptr;
  }
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return false;
  }
  // Page faults would cost more than the checks; where pages are small it is only slower.
  if (page_size == PageSize::kHuge && bytes >= 2 * kHugePageBytes) {
    madvise(memory, bytes, MADV_HUGEPAGE);
  }
  data_ = static_cast<std::byte*>(memory);
  return true;
}

void LazyPages::drop() {
  if (data_ == nullptr) {
    return;
  }
  if (is_mapped()) {
    munmap(data_, bytes_);
  } else {
    std::free(data_);
  }
  data_ = nullptr;
}

void LazyPages::swap(LazyPages& other) {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
}

void LazyPages::clear() {
  if (data_ != nullptr && (!is_mapped() || madvise(data_, bytes_, MADV_DONTNEED) != 0)) {
    std::memset(data_, 0, bytes_);
  }
}

}  // namespace warpschool::sim
