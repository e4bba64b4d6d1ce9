// What the C library does with memory that is freed.
#pragma once

#include <malloc.h>

namespace warpschool::harness {

/// Keeps freed memory for what comes next. Inputs and answers of a race are arrays of megabytes,
/// made anew for every call; given back to the system, each page would be cleared and mapped again.
inline void keep_freed_memory() {
  constexpr int kMostKept = 1 << 29;  // bytes at the end of the heap
  ::mallopt(M_MMAP_MAX, 0);           // no array has a mapping of its own, which goes with it
  ::mallopt(M_TRIM_THRESHOLD, kMostKept);
}

}  // namespace warpschool::harness
