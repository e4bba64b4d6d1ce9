// The interface of exercise trapezoid_warp. The function to integrate is f(x) = 4 / (1 + x * x).
#pragma once

#include <cstddef>

/// From a to b, with a < b.
struct Interval {
  float a;
  float b;
};

extern "C" {

/// sums[w] = values[32 * w] + ... + values[32 * w + 31], one sum for each 32 values; the last may
/// have fewer. The first function sums in registers, the second in shared memory.
///
/// values is device memory of n floats and only read, sums device memory of n / 32 floats, rounded
/// up; both are owned by the caller. n may be 0. The calls launch the work and return; the caller
/// synchronises.
void warp_sums_shuffle(const float* values, std::size_t n, float* sums);
void warp_sums_shared(const float* values, std::size_t n, float* sums);

/// *integral = the sum of the areas of n trapezoids of equal width under f from a to b:
/// h * (f(a) / 2 + f(a + h) + f(a + 2 * h) + ... + f(b - h) + f(b) / 2) with h = (b - a) / n.
/// A warp adds up its points in registers (first function) or in shared memory (second).
///
/// n is 1 to 2^24. interval is device memory and only read, integral device memory of one double
/// that holds anything before the call; both are owned by the caller. The calls launch the work and
/// return; the caller synchronises.
void trapezoid_warp_shuffle(const Interval* interval, std::size_t n, double* integral);
void trapezoid_warp_shared(const Interval* interval, std::size_t n, double* integral);
}
