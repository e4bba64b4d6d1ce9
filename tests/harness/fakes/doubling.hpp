// The exercise that fake submissions solve or fail.
#pragma once
#include <cstddef>

extern "C" {
/// out[i] = 2 * in[i]
void doubled(const float* in, std::size_t n, float* out);
/// out[i] = 3 * in[i]: right in every fake submission, so that it shows whether the judge goes on.
void tripled(const float* in, std::size_t n, float* out);
/// Meets the CUDA error `code` and returns it.
int fails(int code);
/// Prints the numbers below n, a line each, the last first.
void counts_down(int n);
/// Defined by nobody.
void undefined_function(int value);
}
