#include "exec/claims.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace warpschool::sim {
namespace {

/// Units of `size` bytes that the allocation shares a byte with.
std::uint64_t units_of(const Allocation& allocation, std::uint64_t size) {
  const DeviceAddress last = allocation.begin + std::max<std::uint64_t>(allocation.bytes, 1) - 1;
  return last / size - allocation.begin / size + 1;
}

}  // namespace

template <class Word>
LazyWords<Word>::LazyWords(std::uint64_t count) : bytes_(count * sizeof(std::atomic<Word>)) {
  void* place = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) {
    throw std::bad_alloc();
  }
  words_ = static_cast<std::atomic<Word>*>(place);
}

template <class Word>
LazyWords<Word>::~LazyWords() {
  munmap(words_, bytes_);
}

template <class Word>
void LazyWords<Word>::clear() {
  if (madvise(words_, bytes_, MADV_DONTNEED) != 0) {
    std::memset(static_cast<void*>(words_), 0, bytes_);
  }
}

template class LazyWords<std::uint32_t>;
template class LazyWords<std::uint64_t>;

TrackedAllocation::TrackedAllocation(const Allocation& allocation)
    : begin(allocation.begin),
      bytes(allocation.bytes),
      backing(allocation.backing),
      tags(units_of(allocation, kSectorBytes)),
      pages(units_of(allocation, kClaimPageBytes)),
      saves(units_of(allocation, kClaimPageBytes)) {}

}  // namespace warpschool::sim
