/* What a thread does alone, and the shuffles of CUB (CUB documentation, "Thread-level Primitives", "Utilities"). */
#ifndef WARPSCHOOL_CUB_THREAD_H
#define WARPSCHOOL_CUB_THREAD_H

#include "warp.h"

namespace cub {

/* op over the items, in their order */
template <class T, int kItems, class Op>
WS_CUB_DEVICE T ThreadReduce(const T (&items)[kItems], Op op) {
  T sum = items[0];
#pragma unroll
  for (int i = 1; i < kItems; ++i) {
    sum = op(sum, items[i]);
  }
  return sum;
}
template <class T, int kItems, class Op, class Prefix>
WS_CUB_DEVICE T ThreadReduce(const T (&items)[kItems], Op op, Prefix prefix) {
  return op(static_cast<T>(prefix), ThreadReduce(items, op));
}
/* Prefix sums of the items; each returns the sum of all. */
template <class T, int kItems, class Op>
WS_CUB_DEVICE T ThreadScanInclusive(const T (&in)[kItems], T (&out)[kItems], Op op) {
  T sum = in[0];
  out[0] = sum;
#pragma unroll
  for (int i = 1; i < kItems; ++i) {
    sum = op(sum, in[i]);
    out[i] = sum;
  }
  return sum;
}
template <class T, int kItems, class Op>
WS_CUB_DEVICE T ThreadScanExclusive(const T (&in)[kItems], T (&out)[kItems], Op op, T prefix, bool apply_prefix = true) {
  T sum = prefix;
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const T value = in[i]; /* the result may take its place */
    out[i] = sum;
    sum = i == 0 && !apply_prefix ? value : static_cast<T>(op(sum, value));
  }
  return sum;
}
/* CUDA 11 and 12 have them here, too. */
namespace internal {
using cub::ThreadReduce;
using cub::ThreadScanExclusive;
using cub::ThreadScanInclusive;
}  // namespace internal

/* Bits of a number */
template <class T>
WS_CUB unsigned BFE(T source, unsigned begin, unsigned count) {
  return static_cast<unsigned>(static_cast<std::make_unsigned_t<T>>(source) >> begin) & (count >= 32 ? ~0u : (1u << count) - 1u);
}

/* The first place of in[0, n) whose element is not less than `value`, or greater than it. */
template <class It, class N, class T>
WS_CUB_DEVICE N LowerBound(It in, N n, T value) {
  N begin = 0;
  while (n > 0) {
    const N half = n / 2;
    const bool before = in[begin + half] < value;
    begin = before ? begin + half + 1 : begin;
    n = before ? n - half - 1 : half;
  }
  return begin;
}
template <class It, class N, class T>
WS_CUB_DEVICE N UpperBound(It in, N n, T value) {
  N begin = 0;
  while (n > 0) {
    const N half = n / 2;
    const bool before = !(value < in[begin + half]);
    begin = before ? begin + half + 1 : begin;
    n = before ? n - half - 1 : half;
  }
  return begin;
}

/* Values of any size from other lanes. `first` and `last` are the first and last lane of the caller's part of kLanes lanes, as seen
 * within it: a lane whose source lies beyond keeps its own. */
template <int kLanes, class T>
WS_CUB_DEVICE T ShuffleUp(T value, int by, int first, unsigned mask) {
  const int lane = static_cast<int>(LaneId()), begin = lane / kLanes * kLanes;
  return details::shuffle(value, lane - begin - by >= first ? lane - by : lane, mask);
}
template <int kLanes, class T>
WS_CUB_DEVICE T ShuffleDown(T value, int by, int last, unsigned mask) {
  const int lane = static_cast<int>(LaneId()), begin = lane / kLanes * kLanes;
  return details::shuffle(value, lane - begin + by <= last ? lane + by : lane, mask);
}
template <int kLanes, class T>
WS_CUB_DEVICE T ShuffleIndex(T value, int from, unsigned mask) {
  const int lane = static_cast<int>(LaneId());
  return details::shuffle(value, lane / kLanes * kLanes + from % kLanes, mask);
}

WS_CUB_DEVICE unsigned LaneMaskLt() { return (1u << LaneId()) - 1u; }
WS_CUB_DEVICE unsigned LaneMaskLe() { return (2u << LaneId()) - 1u; }
WS_CUB_DEVICE unsigned LaneMaskGt() { return ~LaneMaskLe(); }
WS_CUB_DEVICE unsigned LaneMaskGe() { return ~LaneMaskLt(); }
WS_CUB_DEVICE void CTA_SYNC() { __syncthreads(); }
WS_CUB_DEVICE void WARP_SYNC(unsigned mask) { __syncwarp(mask); }

template <class T>
WS_CUB constexpr T DivideAndRoundUp(T n, T by) {
  return n / by + (n % by != 0 ? 1 : 0);
}

}  // namespace cub

#endif
