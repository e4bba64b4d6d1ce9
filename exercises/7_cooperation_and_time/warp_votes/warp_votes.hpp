// The interface of exercise warp_votes. Warp w has the values 32 * w to 32 * w + 31; the last one
// may have fewer. All pointers are device memory, owned by the caller; inputs are only read. n may
// be 0. The calls launch the work and return; the caller synchronises.
#pragma once

#include <cstddef>

extern "C" {

/// For each warp w: all[w] is 1 if all its values are above the limit, else 0; any[w] is 1 if any
/// of them is, else 0; bit l of ballots[w] is set if value 32 * w + l exists and is above the
/// limit.
///
/// values has n elements; all, any and ballots have n / 32, rounded up.
void warp_votes(const int* values, std::size_t n, int limit, unsigned* all, unsigned* any,
                unsigned* ballots);

/// The odd values vote: where values[i] is odd, unanimous[i] is 1 if all odd values of the same
/// warp are above the limit, else 0. Where values[i] is even, unanimous[i] stays as it is.
///
/// values and unanimous have n elements.
void odd_votes(const int* values, std::size_t n, int limit, unsigned* unanimous);

/// Adds to counts[k] how many of the keys are k, with one atomicAdd for all equal keys of a warp.
///
/// keys has n elements, counts 256.
void count_keys(const unsigned char* keys, std::size_t n, unsigned* counts);

/// Gives each value above the limit a ticket: tickets[i] is a number from *counter on, each given
/// once, and *counter grows by as many. Where values[i] is not above the limit, tickets[i] stays as
/// it is. Which value gets which ticket is not said.
///
/// values and tickets have n elements, counter one.
void draw_tickets(const int* values, std::size_t n, int limit, unsigned* tickets,
                  unsigned* counter);
}
