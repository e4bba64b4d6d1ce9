// The interface of exercise cooperative_tiles. Tile t has the `size` values from t * size on; the
// last one may have fewer. size is 4, 8 or 16. All pointers are device memory, owned by the caller;
// values are only read. n may be 0. The calls launch the work and return; the caller synchronises.
#pragma once

#include <cstddef>

extern "C" {

/// sums[t] = the sum of the values of tile t; no sum overflows.
///
/// values has n elements, sums n / size, rounded up.
void tile_sums(const int* values, std::size_t n, unsigned size, int* sums);

/// sorted holds the values of each tile in ascending order; values do not change their tile.
///
/// values and sorted have n elements.
void sort_tiles(const int* values, std::size_t n, unsigned size, int* sorted);

/// Puts the values above the limit into out[0], out[1], ..., in any order, and their number into
/// *count.
///
/// values has n elements, out room for n, count is one.
void gather_above(const int* values, std::size_t n, int limit, int* out, unsigned* count);
}
