// CUDA arrays whose width was given in bytes.
#pragma once

#include "runtime/core/runtime.hpp"

#include <cstddef>

namespace warpschool::sim::runtime {

/// A note if the call that is being answered, which makes an array, says "columns * sizeof(type)"
/// for its width: that counts elements.
/// @param texel_bytes of one of its elements
void note_width_in_bytes(Runtime& runtime, std::size_t width, std::size_t texel_bytes);

}  // namespace warpschool::sim::runtime
