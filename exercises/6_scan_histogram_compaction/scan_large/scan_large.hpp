// The interface of exercise scan_large.
#pragma once

#include <cstddef>

/// Values that a warp has: four in each lane, four times over.
constexpr unsigned kSegment = 512;

/// Values that a block has.
constexpr unsigned kTile = 4096;

extern "C" {

/// The inclusive scan of each 32 values:
///
///     sums[i] = values[i / 32 * 32] + ... + values[i]
///
/// values is device memory of n values and only read, sums device memory of n values; both are
/// owned by the caller and begin at a multiple of 16 bytes. n may be 0. No sum overflows. The call
/// launches the work and returns; the caller synchronises.
void scan_warps(const int* values, std::size_t n, int* sums);

/// As scan_warps, but the exclusive scan of each kSegment values:
///
///     sums[i] = values[i / kSegment * kSegment] + ... + values[i - 1], 0 for the first
void scan_segments(const int* values, std::size_t n, int* sums);

/// As scan_segments, but of each kTile values; and totals as sum_tiles has them.
void scan_tiles(const int* values, std::size_t n, int* sums, int* totals);

/// As scan_warps, but only the sum of each kTile values, the last of which may have fewer:
///
///     totals[t] = values[t * kTile] + ... + values[t * kTile + kTile - 1]
void sum_tiles(const int* values, std::size_t n, int* totals);

/// Replaces the totals of tiles by their exclusive scan:
///
///     totals[t] becomes totals[0] + ... + totals[t - 1], and totals[0] becomes 0
///
/// totals is device memory of `tiles` values, owned by the caller, that begins at a multiple of 16
/// bytes. tiles may be 0, and more than kTile. No sum overflows. The call launches the work and
/// returns; the caller synchronises.
void scan_totals(int* totals, std::size_t tiles);

/// As scan_warps, but the exclusive scan of all values:
///
///     sums[i] = values[0] + ... + values[i - 1], and sums[0] = 0
///
/// scratch is device memory of n / 1024 + 1 values that hold anything before and after the call.
void scan_large(const int* values, std::size_t n, int* sums, int* scratch);
}
