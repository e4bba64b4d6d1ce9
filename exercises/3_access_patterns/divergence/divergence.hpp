// The interface of exercise divergence.
#pragma once

#include <cstddef>

/// Threads in a block.
constexpr unsigned kThreads = 256;

extern "C" {

/// element[t] = the element that thread t works on, for all threads of the grid that `scramble`
/// launches for n elements: n / kThreads blocks, rounded up. A number not below n means that the
/// thread has no element.
///
/// element is device memory of as many elements as the grid has threads, owned by the caller. n is
/// at least 1. The call launches the work and returns; the caller synchronises.
void elements(std::size_t n, std::size_t* element);

/// out[i] = stirred(in[i]) for even i, shaken(in[i]) for odd i, for every i < n.
///
/// in and out are device memory of n elements each, owned by the caller, that do not overlap; in is
/// only read. n may be 0.
void scramble(const unsigned* in, unsigned* out, std::size_t n);
}
