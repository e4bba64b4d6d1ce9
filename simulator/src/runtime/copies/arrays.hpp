// CUDA arrays: texels in rows and slices of device memory, known to programs by a handle only.
#pragma once

#include "runtime/copies/copy_engine.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

/// The handle's type is part of the API.
struct cudaArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;  ///< texels as they were asked for; 0: no such dimension
  unsigned flags;
  std::size_t row_bytes, rows, slices;
  warpschool::sim::DeviceAddress data;

  std::size_t slice_bytes() const { return warpschool::sim::runtime::times(row_bytes, rows); }
};

namespace warpschool::sim::runtime {

struct Texels {
  std::size_t channels = 0;
  std::size_t channel_bytes = 0;
  std::size_t bytes() const { return channels * channel_bytes; }
};

/// One, two or four channels, alike, of 8, 16 or 32 bits; anything else: zero channels.
Texels texels_of(const cudaChannelFormatDesc& format);

/// Whether a program has this array now.
bool is_array(Runtime& runtime, cudaArray_const_t array);

}  // namespace warpschool::sim::runtime
