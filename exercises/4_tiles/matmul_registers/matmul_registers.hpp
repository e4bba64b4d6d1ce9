// The interface of exercise matmul_registers.
#pragma once

#include <cstddef>

constexpr unsigned kBlock = 128;  // a block computes kBlock x kBlock elements of c
constexpr unsigned kDepth = 8;    // columns of a and rows of b in a step

extern "C" {

/// What one block stages in a step: a_staged[l * kBlock + i] = a[i * kDepth + l], that is a
/// transposed, and b_staged = b.
///
/// a is kBlock x kDepth, b kDepth x kBlock, row-major; a_staged and b_staged have kDepth * kBlock
/// floats each. All are device memory, aligned to 16 bytes and owned by the caller; a and b are
/// only read. The call launches the work and returns; the caller synchronises.
void stage_step(const float* a, const float* b, float* a_staged, float* b_staged);

/// c = a * b, the product of matrices: c[i * n + j] is the sum over l < k of a[i * k + l] * b[l * n
/// + j].
///
/// a is m x k, b is k x n, c is m x n; all are row-major floats in device memory, aligned to 16
/// bytes (as cudaMalloc does) and owned by the caller; a and b are only read. Any of m, k and n may
/// be 0 (with k = 0 all of c is 0); none exceeds 2^18. The call launches the work and returns; the
/// caller synchronises.
void matmul_registers(const float* a, const float* b, float* c, std::size_t m, std::size_t k,
                      std::size_t n);
}
