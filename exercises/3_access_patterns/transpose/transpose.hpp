// The interface of exercise transpose.
#pragma once

#include <cstddef>

extern "C" {

/// out = in, copied through tiles in shared memory: the first half of a transposition.
///
/// in and out are rows x cols matrices, row-major floats in device memory, owned by the caller,
/// that do not overlap; in is only read. rows and cols may be 0 and need not be equal; neither
/// exceeds 2^20. The call launches the work and returns; the caller synchronises.
void copy_tiled(const float* in, float* out, std::size_t rows, std::size_t cols);

/// out = in transposed: out[c * rows + r] = in[r * cols + c] for every r < rows and c < cols.
///
/// As above, but out is a cols x rows matrix.
void transpose(const float* in, float* out, std::size_t rows, std::size_t cols);
}
