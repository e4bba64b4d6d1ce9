// The interface of exercise trapezoid_atomic. The function to integrate is f(x) = 4 / (1 + x * x).
#pragma once

#include <cstddef>

extern "C" {

/// Adds h * (f(a + h) + f(a + 2 * h) + ... + f(a + (n - 1) * h)) to *sum: n - 1 points, none for
/// n = 1.
///
/// n is 1 to 2^24. sum is device memory of one double, owned by the caller. The call launches the
/// work and returns; the caller synchronises.
void add_inner_points(float a, float h, std::size_t n, double* sum);

/// *integral = the sum of the areas of n trapezoids of equal width under f from a to b:
/// h * (f(a) / 2 + f(a + h) + f(a + 2 * h) + ... + f(b - h) + f(b) / 2) with h = (b - a) / n.
///
/// n is 1 to 2^24. integral is device memory of one double that holds anything before the call,
/// owned by the caller. The call launches the work and returns; the caller synchronises.
void trapezoid_atomic(float a, float b, std::size_t n, double* integral);
}
