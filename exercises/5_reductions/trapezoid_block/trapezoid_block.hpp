// The interface of exercise trapezoid_block. The function to integrate is f(x) = 4 / (1 + x * x).
#pragma once

#include <cstddef>

/// From a to b, with a < b.
struct Interval {
  float a;
  float b;
};

extern "C" {

/// *sum = values[0] + ... + values[count - 1], by one block of so many whole warps that each value
/// has a thread; 0 for count = 0.
///
/// count is at most 1024. values is device memory of count floats and only read, sum device memory
/// of one float; both are owned by the caller. The call launches the work and returns; the caller
/// synchronises.
void sum_of_block(const float* values, unsigned count, float* sum);

/// *integral = the sum of the areas of n trapezoids of equal width under f from a to b:
/// h * (f(a) / 2 + f(a + h) + f(a + 2 * h) + ... + f(b - h) + f(b) / 2) with h = (b - a) / n.
///
/// n is 1 to 2^24. The blocks have `threads` threads, 1 to 1024, rounded up to whole warps of 32.
/// interval is device memory and only read, integral device memory of one double that holds
/// anything before the call; both are owned by the caller. The call launches the work and returns;
/// the caller synchronises.
void trapezoid_block(const Interval* interval, std::size_t n, unsigned threads, double* integral);
}
