// The interface of exercise managed_memory.
#pragma once

#include <cstddef>

extern "C" {

/// Returns values[0] + ... + values[n - 1]; 0 for n = 0.
///
/// values is device memory of n ints and only read; the sum fits into an int. When the call
/// returns, no memory of this call is left.
int managed_sum(const int* values, std::size_t n);

/// The same through a managed variable: the call allocates nothing at all.
int sum_through_global(const int* values, std::size_t n);

/// Returns how many of the values are greater than their mean; 0 for n = 0.
///
/// values is as above. The mean is the double (sum of the values) / n.
unsigned count_above_mean(const int* values, std::size_t n);
}
