// The interface of exercise constant_filter.
#pragma once

#include <cstddef>

constexpr std::size_t kTaps = 15;           // the filter has kTaps x kTaps weights
constexpr std::size_t kBorder = kTaps - 1;  // rows and columns that the input has more
constexpr std::size_t kWeights = kTaps * kTaps;

extern "C" {

/// Sets the weights of later filters.
///
/// weights is host memory of kWeights floats, row-major, owned by the caller and only read; it may
/// be changed when the call has returned.
void set_weights(const float* weights);

/// out[i] = weight i for every i < kWeights, as the device has them.
///
/// out is device memory. The call launches the work and returns; the caller synchronises.
void get_weights(float* out);

/// out[r][c] = sum of weights[i][j] * in[r + i][c + j] over all i, j < kTaps.
///
/// in is device memory of (rows + kBorder) x (cols + kBorder) floats and only read, out device
/// memory of rows x cols floats, both row-major and owned by the caller. rows and cols may be 0;
/// rows is at most 65535 * 8. The call launches the work and returns; the caller synchronises.
void filter(const float* in, float* out, std::size_t rows, std::size_t cols);
}
