// Copies: which side lies where, what is refused and why, and how long they take on the modelled
// clock.
#pragma once

#include "runtime/base/addresses.hpp"
#include "runtime/base/sizes.hpp"
#include "runtime/core/runtime.hpp"

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
  bool of_graph = false;  ///< the host launched a graph and went on, wherever its side lies

  std::size_t bytes() const { return times(times(width, height), depth); }
  /// From the first byte to the last of a side, gaps included.
  std::size_t span(const Side& side) const {
    return height == 0 || depth == 0 ? 0
                                     : plus(times(side.slice_pitch, depth - 1),
                                            plus(times(side.pitch, height - 1), width));
  }
};

/// Makes the copy, or says what is wrong with it; in a stream that is being captured it becomes a
/// node of the graph instead.
cudaError_t copy_now(Runtime& runtime, const Copy& copy);
/// cudaErrorInvalidPitchValue, with the reason, where a row of one of these sides is shorter than
/// what is copied of it.
cudaError_t check_pitches(Runtime& runtime, const Copy& copy, bool of_to, bool of_from);
/// Says what is wrong with a copy, of which something is to be copied.
cudaError_t check_copy(Runtime& runtime, const Copy& copy);

/// What a fill writes, again and again: the lowest `element_bytes` (1, 2, 4) of `value`.
struct Pattern {
  unsigned value = 0;
  unsigned element_bytes = 1;
};

/// Sets every element of `width` bytes x `height` x `depth`; captured like a copy.
cudaError_t fill_now(Runtime& runtime, const Copy& shape, const Pattern& pattern);
/// Says what is wrong with a fill, of which something is to be filled.
cudaError_t check_fill(Runtime& runtime, const Copy& shape);

/// The device address of a variable of the program + `offset`, if `bytes` fit behind it
/// (api_copy.cpp).
cudaError_t locate_symbol(Runtime& runtime, const void* symbol, std::size_t bytes,
                          std::size_t offset, DeviceAddress& address);
/// The sides and extents of `copy` as cudaMemcpy3D is told them (api_volume.cpp).
cudaError_t describe_volume(Runtime& runtime, const cudaMemcpy3DParms& what, Copy& copy);

}  // namespace warpschool::sim::runtime
