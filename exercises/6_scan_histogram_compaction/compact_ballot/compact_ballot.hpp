// The interface of exercise compact_ballot. A value is kept if it is greater than a limit.
#pragma once

#include <cstddef>

extern "C" {

/// Where each kept value stands among the kept ones of its 32 neighbours:
///
///     ranks[i] = how many of values[i / 32 * 32] ... values[i - 1] are kept, if values[i] is kept
///     ranks[i] = -1, if it is not
///
/// values is device memory of n values and only read, ranks device memory of n values; both are
/// owned by the caller. n may be 0. The call launches the work and returns; the caller
/// synchronises.
void rank_in_warps(const int* values, std::size_t n, int limit, int* ranks);

/// The number of kept values in each share of the values, where `each` values are a share:
///
///     counts[s] = how many of values[s * each] ... values[s * each + each - 1] are kept
///
/// There are as many shares as the values need, rounded up to a multiple of 8; counts of shares
/// without values are 0. values is device memory of n values and only read, counts device memory of
/// a number for each share; both are owned by the caller. `each` is a multiple of 32; n may be 0,
/// and then there are no shares. The call launches the work and returns; the caller synchronises.
void count_shares(const int* values, std::size_t n, std::size_t each, int limit, unsigned* counts);

/// Where the kept values of each share begin:
///
///     places[s] = counts[0] + ... + counts[s - 1], and places[0] = 0
///
/// counts is device memory of `shares` numbers and only read, places device memory of as many; both
/// are owned by the caller. `shares` is a multiple of 8, and 0 is one. The call launches the work
/// and returns; the caller synchronises.
void place_shares(const unsigned* counts, unsigned shares, unsigned* places);

/// Copies the values that are kept to kept[0], kept[1], ..., in the order in which they stand, and
/// sets *count to their number.
///
/// values is device memory of n < 2^32 values and only read, kept device memory of n values, count
/// device memory of one number, scratch device memory of n / 32 + 8 numbers; all are owned by the
/// caller, and all but values hold anything before the call. After it, scratch and what follows the
/// kept values in `kept` hold anything. n may be 0. The call launches the work and returns; the
/// caller synchronises.
void compact(const int* values, std::size_t n, int limit, int* kept, unsigned* count,
             unsigned* scratch);
}
