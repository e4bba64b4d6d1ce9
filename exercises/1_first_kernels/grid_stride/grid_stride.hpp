// The interface of exercise grid_stride.
#pragma once

#include <cstddef>

extern "C" {

/// y[i] = a * x[i] + y[i] for every i < n, on a grid of exactly `blocks` blocks of `threads`
/// threads, whatever n is.
///
/// x and y are device memory of n floats each, owned by the caller; x is only read. n may be 0,
/// blocks and threads are at least 1. The call launches the work and returns; the caller
/// synchronises.
void saxpy_on_grid(float a, const float* x, float* y, std::size_t n, unsigned blocks,
                   unsigned threads);

/// The same on a grid of its own choice, of blocks of `threads` threads, 1 to 1024: no more blocks
/// than the device can hold at once, and enough of them to be fast.
void saxpy(float a, const float* x, float* y, std::size_t n, unsigned threads);
}
