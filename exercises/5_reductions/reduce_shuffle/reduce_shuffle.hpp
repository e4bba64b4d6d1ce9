// The interface of exercise reduce_shuffle.
#pragma once

#include <cstddef>

extern "C" {

/// sums[w] = values[32 * w] + ... + values[32 * w + 31], one sum for each 32 values; the last may
/// have fewer.
///
/// values is device memory of n floats and only read, sums device memory of n / 32 floats, rounded
/// up; both are owned by the caller. n may be 0. The call launches the work and returns; the caller
/// synchronises.
void warp_sums(const float* values, std::size_t n, float* sums);

/// *sum = values[0] + ... + values[n - 1], in any order; 0 for n = 0.
///
/// values is device memory of n floats and only read, sum device memory of one float that holds
/// anything before the call; both are owned by the caller. The call launches the work and returns;
/// the caller synchronises.
void reduce_shuffle(const float* values, std::size_t n, float* sum);
}
