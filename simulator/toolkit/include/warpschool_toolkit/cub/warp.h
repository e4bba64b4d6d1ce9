/* Collectives of a warp, or of parts of it: they exchange values by shuffles and need no memory. */
#ifndef WARPSCHOOL_CUB_WARP_H
#define WARPSCHOOL_CUB_WARP_H

#include "base.h"

namespace cub {

namespace details {

/* Any value, word by word. */
template <class T>
WS_CUB_DEVICE T shuffle(const T& value, int lane, unsigned mask) {
  constexpr int kWords = (sizeof(T) + 3) / 4;
  unsigned words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (int i = 0; i < kWords; ++i) {
    words[i] = __shfl_sync(mask, words[i], lane);
  }
  T result = value;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

/* A part of a warp: its first lane, how many lanes it has, this thread's place in it. */
struct WarpPart {
  int first, lanes, lane;
  unsigned mask;

  /* Parts of `size` lanes side by side; the last warp of a block may be short. */
  WS_CUB_DEVICE explicit WarpPart(int size) {
    const int thread = linear_thread();
    const int threads = static_cast<int>(blockDim.x * blockDim.y * blockDim.z);
    const int own = thread % 32, in_warp = threads - (thread - own) < 32 ? threads - (thread - own) : 32;
    first = own / size * size;
    lanes = first + size > in_warp ? in_warp - first : size;
    lane = own - first;
    mask = (lanes == 32 ? ~0u : (1u << lanes) - 1u) << first;
  }
  /* The value of the lane `by` behind; this thread's own where there is none. */
  template <class T>
  WS_CUB_DEVICE T behind(const T& value, int by) const {
    return shuffle(value, first + (lane + by < lanes ? lane + by : lane), mask);
  }
  template <class T>
  WS_CUB_DEVICE T before(const T& value, int by) const {
    return shuffle(value, first + (lane >= by ? lane - by : lane), mask);
  }
};

/* What the documentation calls undefined in this thread: a move onto itself, which compilers never make, tells the
   simulator so (simulator/src/lower/lane_sums.hpp). */
WS_CUB_DEVICE int undefined(int value) { __asm__("mov.b32 %0, %0;" : "+r"(value)); return value; }
WS_CUB_DEVICE unsigned undefined(unsigned value) { __asm__("mov.b32 %0, %0;" : "+r"(value)); return value; }
WS_CUB_DEVICE float undefined(float value) { __asm__("mov.b32 %0, %0;" : "+f"(value)); return value; }
WS_CUB_DEVICE double undefined(double value) { __asm__("mov.b64 %0, %0;" : "+d"(value)); return value; }
WS_CUB_DEVICE long long undefined(long long value) { __asm__("mov.b64 %0, %0;" : "+l"(value)); return value; }
template <class T>
WS_CUB_DEVICE T undefined(T value) {
  return value;
}

/* Lane 0 gets op over the first `valid` lanes, in their order. */
template <class T, class Op>
WS_CUB_DEVICE T warp_reduce(const WarpPart& part, T value, Op op, int valid) {
  for (int by = 1; by < part.lanes; by *= 2) {
    const T other = part.behind(value, by);
    if (part.lane + by < valid) {
      value = op(value, other);
    }
  }
  return value;
}

template <class T, class Op>
WS_CUB_DEVICE T warp_inclusive(const WarpPart& part, T value, Op op) {
  for (int by = 1; by < part.lanes; by *= 2) {
    const T other = part.before(value, by);
    if (part.lane >= by) {
      value = op(other, value);
    }
  }
  return value;
}

/* Lane by lane from the first of a segment; flags mark its begin (heads) or its end. */
template <bool kHeads, class T, class Flag, class Op>
WS_CUB_DEVICE T warp_segmented(const WarpPart& part, T value, Flag flag, Op op) {
  const unsigned flags = __ballot_sync(part.mask, flag != 0) >> part.first;
  const unsigned later = kHeads ? flags >> 1 >> part.lane : flags >> part.lane;
  const int length = later == 0 ? part.lanes - part.lane : __ffs(static_cast<int>(later));
  for (int by = 1; by < part.lanes; by *= 2) {
    const T other = part.behind(value, by);
    if (by < length) {
      value = op(value, other);
    }
  }
  return value;
}

}  // namespace details

template <class T, int kLanes = 32, int kUnused = 0>
class WarpReduce {
 public:
  struct TempStorage {};
  WS_CUB_DEVICE WarpReduce(TempStorage&) : part_(kLanes) {}

  WS_CUB_DEVICE T Sum(T value) { return Reduce(value, cub::Sum()); }
  WS_CUB_DEVICE T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  WS_CUB_DEVICE T Max(T value) { return Reduce(value, cub::Max()); }
  WS_CUB_DEVICE T Min(T value) { return Reduce(value, cub::Min()); }
  template <class Op>
  WS_CUB_DEVICE T Reduce(T value, Op op) {
    return reduce(value, op, part_.lanes);
  }
  template <class Op>
  WS_CUB_DEVICE T Reduce(T value, Op op, int valid) {
    return reduce(value, op, valid < part_.lanes ? valid : part_.lanes);
  }
  template <class Flag>
  WS_CUB_DEVICE T HeadSegmentedSum(T value, Flag head) {
    return HeadSegmentedReduce(value, head, cub::Sum());
  }
  template <class Flag>
  WS_CUB_DEVICE T TailSegmentedSum(T value, Flag tail) {
    return TailSegmentedReduce(value, tail, cub::Sum());
  }
  template <class Flag, class Op>
  WS_CUB_DEVICE T HeadSegmentedReduce(T value, Flag head, Op op) {
    return details::warp_segmented<true>(part_, value, head, op);
  }
  template <class Flag, class Op>
  WS_CUB_DEVICE T TailSegmentedReduce(T value, Flag tail, Op op) {
    return details::warp_segmented<false>(part_, value, tail, op);
  }

 private:
  template <class Op>
  WS_CUB_DEVICE T reduce(T value, Op op, int valid) {
    value = details::warp_reduce(part_, value, op, valid);
    return part_.lane == 0 ? value : details::undefined(value);
  }

  details::WarpPart part_;
};

template <class T, int kLanes = 32, int kUnused = 0>
class WarpScan {
 public:
  struct TempStorage {};
  WS_CUB_DEVICE WarpScan(TempStorage&) : part_(kLanes) {}

  WS_CUB_DEVICE void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  WS_CUB_DEVICE void InclusiveSum(T in, T& out, T& total) { InclusiveScan(in, out, cub::Sum(), total); }
  WS_CUB_DEVICE void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
  WS_CUB_DEVICE void ExclusiveSum(T in, T& out, T& total) { ExclusiveScan(in, out, T(0), cub::Sum(), total); }
  template <class Op>
  WS_CUB_DEVICE void InclusiveScan(T in, T& out, Op op) {
    out = details::warp_inclusive(part_, in, op);
  }
  template <class Op>
  WS_CUB_DEVICE void InclusiveScan(T in, T& out, Op op, T& total) {
    out = details::warp_inclusive(part_, in, op);
    total = last(out);
  }
  /* Without an initial value that of the first lane is undefined. */
  template <class Op>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, Op op) {
    out = part_.before(details::warp_inclusive(part_, in, op), 1);
  }
  template <class Op>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, T initial, Op op) {
    T total;
    ExclusiveScan(in, out, initial, op, total);
  }
  template <class Op>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, Op op, T& total) {
    const T inclusive = details::warp_inclusive(part_, in, op);
    out = part_.before(inclusive, 1);
    total = last(inclusive);
  }
  template <class Op>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, T initial, Op op, T& total) {
    const T inclusive = details::warp_inclusive(part_, in, op);
    const T before = part_.before(inclusive, 1);
    out = part_.lane == 0 ? initial : static_cast<T>(op(initial, before));
    total = last(inclusive);
  }
  WS_CUB_DEVICE void Scan(T in, T& inclusive, T& exclusive, T initial) { Scan(in, inclusive, exclusive, initial, cub::Sum()); }
  template <class Op>
  WS_CUB_DEVICE void Scan(T in, T& inclusive, T& exclusive, T initial, Op op) {
    ExclusiveScan(in, exclusive, initial, op);
    inclusive = op(exclusive, in);
  }
  template <class Op>
  WS_CUB_DEVICE void Scan(T in, T& inclusive, T& exclusive, Op op) {
    inclusive = details::warp_inclusive(part_, in, op);
    exclusive = part_.before(inclusive, 1);
  }
  WS_CUB_DEVICE T Broadcast(T value, unsigned lane) {
    return details::shuffle(value, part_.first + static_cast<int>(lane), part_.mask);
  }

 private:
  WS_CUB_DEVICE T last(const T& inclusive) { return details::shuffle(inclusive, part_.first + part_.lanes - 1, part_.mask); }

  details::WarpPart part_;
};

}  // namespace cub

#endif
