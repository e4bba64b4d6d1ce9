// Copies: which side lies where, what is refused and why, and how long they take on the modelled
// clock.
#pragma once

#include "runtime/addresses.hpp"
#include "runtime/runtime.hpp"

#include <cstddef>

namespace warpschool::sim::runtime {

/// One side of a copy: rows of `width` bytes, `pitch` apart, in slices of `slice_pitch` bytes.
struct Side {
  const void* pointer = nullptr;
  std::size_t pitch = 0;
  std::size_t slice_pitch = 0;
};

struct Copy {
  Side to, from;
  std::size_t width = 0, height = 1;
  cudaMemcpyKind kind = cudaMemcpyDefault;
  cudaStream_t stream = nullptr;
  bool async = false;
  const char* api = "cudaMemcpy";
  std::size_t depth = 1;

  std::size_t bytes() const { return width * height * depth; }
  /// From the first byte to the last of a side, gaps included.
  std::size_t span(const Side& side) const {
    return height == 0 || depth == 0
               ? 0
               : side.slice_pitch * (depth - 1) + side.pitch * (height - 1) + width;
  }
};

/// Makes the copy, or says what is wrong with it.
cudaError_t copy_now(Runtime& runtime, const Copy& copy);

/// Sets every byte of `width` x `height` x `depth` to `value`.
cudaError_t fill_now(Runtime& runtime, const Copy& shape, int value);

}  // namespace warpschool::sim::runtime
