// The interface of exercise dot_cooperative.
#pragma once

#include <cstddef>

extern "C" {

/// sums[t] = values[32 * t] + ... + values[32 * t + 31], one sum for each 32 values; the last may
/// have fewer.
///
/// values is device memory of n floats and only read, sums device memory of n / 32 floats, rounded
/// up; both are owned by the caller. n may be 0. The call launches the work and returns; the caller
/// synchronises.
void tile_sums(const float* values, std::size_t n, float* sums);

/// *dot = a[0] * b[0] + ... + a[n - 1] * b[n - 1], in any order; 0 for n = 0.
///
/// a and b are device memory of n floats each and only read, dot device memory of one float that
/// holds anything before the call; all are owned by the caller. The call launches the work and
/// returns; the caller synchronises.
void dot_cooperative(const float* a, const float* b, std::size_t n, float* dot);
}
