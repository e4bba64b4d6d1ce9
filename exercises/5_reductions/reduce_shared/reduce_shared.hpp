// The interface of exercise reduce_shared.
#pragma once

#include <cstddef>

extern "C" {

/// *sum = values[0] + ... + values[count - 1], by one block of `count` threads; 0 for count = 0.
///
/// count is at most 1024 and need not be a power of two. values is device memory of count floats
/// and only read, sum device memory of one float; both are owned by the caller. The call launches
/// the work and returns; the caller synchronises.
void sum_of_block(const float* values, unsigned count, float* sum);

/// *sum = values[0] + ... + values[n - 1], in any order; 0 for n = 0.
///
/// The blocks have `threads` threads, 1 to 1024, not always a power of two. values is device memory
/// of n floats and only read, sum device memory of one float that holds anything before the call;
/// both are owned by the caller. The call launches the work and returns; the caller synchronises.
void reduce_shared(const float* values, std::size_t n, unsigned threads, float* sum);
}
