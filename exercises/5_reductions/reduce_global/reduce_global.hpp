// The interface of exercise reduce_global.
#pragma once

#include <cstddef>

extern "C" {

/// One step: values[i] += values[i + stride] for each i that is a multiple of 2 * stride, if
/// i + stride < n. Nothing else changes.
///
/// values is device memory of n floats, owned by the caller. n may be 0, stride is at least 1. The
/// call launches the work and returns; the caller synchronises.
void reduce_step(float* values, std::size_t n, std::size_t stride);

/// Afterwards values[0] is the sum of the n values that were there before; what the others hold
/// then does not matter.
///
/// values is device memory of n floats, owned by the caller. n may be 0: nothing happens. The call
/// launches the work and returns; the caller synchronises.
void reduce_global(float* values, std::size_t n);
}
