// The interface of exercise trapezoid_atomic. The function to integrate is f(x) = 4 / (1 + x * x).
#pragma once

#include <cstddef>

/// From a to b, with a < b.
struct Interval {
  float a;
  float b;
};

// In all functions the interval is device memory that is only read, and h = (b - a) / n is the
// width of one of n trapezoids. n is 1 to 2^24. The result is device memory of one double. Both are
// owned by the caller. The calls launch the work and return; the caller synchronises.
extern "C" {

/// Adds h * (f(a + h) + f(a + 2 * h) + ... + f(a + (n - 1) * h)) to *sum: n - 1 points, none for
/// n = 1.
void add_inner_points(const Interval* interval, std::size_t n, double* sum);

/// *integral = h * (f(a) + f(b)) / 2: the share of the two ends, whatever was there before.
void store_ends(const Interval* interval, std::size_t n, double* integral);

/// *integral = the sum of the areas of n trapezoids of equal width under f from a to b:
/// h * (f(a) / 2 + f(a + h) + f(a + 2 * h) + ... + f(b - h) + f(b) / 2), whatever was there before.
void trapezoid_atomic(const Interval* interval, std::size_t n, double* integral);
}
