// The interface of exercise histogram_shared.
#pragma once

#include <cstddef>

/// Number of bins: one for each value of a byte.
constexpr unsigned kBins = 256;

extern "C" {

/// bins[v] = how many of bytes[0] ... bytes[n - 1] are equal to v, counted by a single block of
/// threads.
///
/// bytes is device memory of n bytes that begins at a multiple of 16 and is only read, bins device
/// memory of kBins counts that hold anything before the call; both are owned by the caller. n may
/// be 0. The call launches the work and returns; the caller synchronises.
void histogram_of_one_block(const unsigned char* bytes, std::size_t n, unsigned* bins);

/// The same, counted by as many blocks as the input is worth.
void histogram_shared(const unsigned char* bytes, std::size_t n, unsigned* bins);
}
