// The interface of exercise dissemination_sum.
#pragma once

#include <cstddef>

extern "C" {

/// One step within each group of 32 values: sums[32 * g + l] = values[32 * g + l] +
/// values[32 * g + (l + distance) % 32]. Values past the end count as 0.
///
/// distance is 1 to 31. values is device memory of n integers and only read, sums device memory of
/// n integers; both are owned by the caller. n may be 0. The call launches the work and returns;
/// the caller synchronises.
void dissemination_step(const int* values, std::size_t n, unsigned distance, int* sums);

/// Each of the n sums is the sum of the group of 32 values that lies at the same place: sums[i] =
/// values[i / 32 * 32] + ... + values[i / 32 * 32 + 31]. Values past the end count as 0.
///
/// Memory as above.
void dissemination_sum(const int* values, std::size_t n, int* sums);
}
