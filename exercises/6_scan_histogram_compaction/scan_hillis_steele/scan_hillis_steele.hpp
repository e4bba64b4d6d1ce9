// The interface of exercise scan_hillis_steele.
#pragma once

#include <cstddef>

/// The longest row that a block scans.
constexpr unsigned kLongestRow = 1024;

extern "C" {

/// One step of the scan, for n <= kLongestRow values and distance >= 1:
///
///     sums[i] = values[i] + values[i - distance]   for i >= distance
///     sums[i] = values[i]                          for i < distance
///
/// values is device memory of n values and only read, sums device memory of n values; both are
/// owned by the caller. n may be 0. The call launches the work and returns; the caller
/// synchronises.
void add_shifted(const int* values, unsigned n, unsigned distance, int* sums);

/// The inclusive scan of each row of a row-major matrix:
///
///     sums[row][col] = values[row][0] + ... + values[row][col]
///
/// values is device memory of rows * cols values and only read, sums device memory of as many; both
/// are owned by the caller. cols <= kLongestRow; rows and cols may be 0. No sum overflows. The call
/// launches the work and returns; the caller synchronises.
void scan_rows(const int* values, std::size_t rows, std::size_t cols, int* sums);
}
