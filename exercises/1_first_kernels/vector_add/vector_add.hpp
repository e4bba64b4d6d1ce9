// The interface of exercise vector_add.
#pragma once

#include <cstddef>

extern "C" {

/// sum[i] = a[i] + b[i] for every i < n.
///
/// All three pointers are device memory of n floats each, owned by the caller; a and b are only
/// read. n may be 0. The call launches the work and returns; the caller synchronises.
void vector_add(const float* a, const float* b, float* sum, std::size_t n);
}
