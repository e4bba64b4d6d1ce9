// The interface of exercise matmul_naive.
#pragma once

#include <cstddef>

extern "C" {

/// c = a * b, the product of matrices: c[i * n + j] is the sum over l < k of a[i * k + l] * b[l * n
/// + j].
///
/// a is m x k, b is k x n, c is m x n; all are row-major floats in device memory, owned by the
/// caller; a and b are only read. Any of m, k and n may be 0 (with k = 0 all of c is 0); none
/// exceeds 2^18. The call launches the work and returns; the caller synchronises.
void matmul_naive(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                  std::size_t n);
}
