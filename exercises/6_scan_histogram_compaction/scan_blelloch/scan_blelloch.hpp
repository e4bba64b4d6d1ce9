// The interface of exercise scan_blelloch.
#pragma once

#include <cstddef>

/// The longest row that a block scans; a power of two.
constexpr unsigned kLongestRow = 1024;

extern "C" {

/// The tree of partial sums over each row of a row-major matrix. A row is filled up with zeros to
/// kLongestRow places. Then, for d = 1, 2, 4, ... below kLongestRow, every place i with i + 1 a
/// multiple of 2 * d adds to its own value that of place i - d. So the last place of a row ends
/// with the sum of the row.
///
/// values is device memory of rows * cols values and only read, trees device memory of
/// rows * kLongestRow values; both are owned by the caller. cols <= kLongestRow; rows and cols may
/// be 0. No sum overflows. The call launches the work and returns; the caller synchronises.
void sum_trees(const int* values, std::size_t rows, std::size_t cols, int* trees);

/// One step down the tree, for a row of kLongestRow places and d a power of two below kLongestRow:
/// every place i with i + 1 a multiple of 2 * d hands its value to place i - d, and adds to its own
/// what that place held before. All other places stay as they are.
///
/// places is device memory of kLongestRow values and only read, result device memory of as many;
/// both are owned by the caller. The call launches the work and returns; the caller synchronises.
void one_step_down(const int* places, unsigned d, int* result);

/// The exclusive scan of each row of a row-major matrix:
///
///     sums[row][col] = values[row][0] + ... + values[row][col - 1], and sums[row][0] = 0
///
/// As sum_trees, but sums is device memory of rows * cols values.
void scan_rows_exclusive(const int* values, std::size_t rows, std::size_t cols, int* sums);
}
