// What the C library does with memory that is freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>

namespace warpschool::harness {

/// Keeps freed memory for what comes next. Inputs and answers of a race are arrays of megabytes,
/// made anew for every call; given back to the system, each page would be cleared and mapped again.
inline void keep_freed_memory() {
  constexpr int kMostKept = 1 << 29;  // bytes at the end of the heap
  ::mallopt(M_MMAP_MAX, 0);           // no array has a mapping of its own, which goes with it
  ::mallopt(M_TRIM_THRESHOLD, kMostKept);
}

/// Makes the next so many bytes of the heap of large pages: an array of 16 MiB then costs eight
/// page faults instead of 4096, each of them some microseconds on a virtual machine. Behind
/// keep_freed_memory(), which leaves the room there.
inline void use_large_pages(std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  void* const room = std::malloc(bytes);
  if (room == nullptr) {
    return;
  }
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(room) + kPage) / kPage * kPage;
  const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(room) + bytes) / kPage * kPage;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the pages in that room
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(room);
}

}  // namespace warpschool::harness
