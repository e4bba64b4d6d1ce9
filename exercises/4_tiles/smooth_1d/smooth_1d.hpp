// The interface of exercise smooth_1d.
#pragma once

#include <cstddef>

extern "C" {

/// out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3 for i < n; what lies beyond the ends of in counts
/// as 0.
///
/// in and out are device memory of n floats each, owned by the caller; in is only read, and the two
/// do not overlap. n may be 0 and does not exceed 2^32. The call launches the work and returns; the
/// caller synchronises.
void smooth_1d(const float* in, float* out, std::size_t n);
}
