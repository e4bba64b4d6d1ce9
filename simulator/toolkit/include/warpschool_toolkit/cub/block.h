/* Reductions and scans of a block: warps by shuffles, then their results through shared memory. */
#ifndef WARPSCHOOL_CUB_BLOCK_H
#define WARPSCHOOL_CUB_BLOCK_H

#include "warp.h"

namespace cub {

namespace details {

/* The items of one thread, in their order. */
template <class T, int kItems, class Op>
WS_CUB_DEVICE T thread_reduce(const T (&items)[kItems], Op op) {
  T result = items[0];
#pragma unroll
  for (int i = 1; i < kItems; ++i) {
    result = op(result, items[i]);
  }
  return result;
}
/* Each item becomes what lies before it (from `prefix` on), or that and itself. */
template <bool kExclusive, class T, int kItems, class Op>
WS_CUB_DEVICE void thread_scan(const T (&in)[kItems], T (&out)[kItems], Op op, T prefix, bool has_prefix) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const T next = has_prefix || i != 0 ? static_cast<T>(op(prefix, in[i])) : in[i];
    out[i] = kExclusive ? prefix : next;
    prefix = next;
  }
}

}  // namespace details

template <class T, int kX, BlockReduceAlgorithm kAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int kY = 1, int kZ = 1, int kUnused = 0>
class BlockReduce {
  static constexpr int kThreads = kX * kY * kZ, kWarps = (kThreads + 31) / 32;

 public:
  struct TempStorage {
    details::Room<T, kWarps> warps;
  };
  WS_CUB_DEVICE BlockReduce() : memory_(own_memory()) {}
  WS_CUB_DEVICE BlockReduce(TempStorage& memory) : memory_(memory) {}

  /* The result is that of thread 0; what other threads get is undefined. */
  WS_CUB_DEVICE T Sum(T value) { return Reduce(value, cub::Sum()); }
  WS_CUB_DEVICE T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  template <int kItems>
  WS_CUB_DEVICE T Sum(T (&items)[kItems]) {
    return Reduce(items, cub::Sum());
  }
  template <class Op>
  WS_CUB_DEVICE T Reduce(T value, Op op) {
    return reduce(value, op, kThreads);
  }
  template <class Op>
  WS_CUB_DEVICE T Reduce(T value, Op op, int valid) {
    return reduce(value, op, valid < kThreads ? valid : kThreads);
  }
  template <int kItems, class Op>
  WS_CUB_DEVICE T Reduce(T (&items)[kItems], Op op) {
    return reduce(details::thread_reduce(items, op), op, kThreads);
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }
  template <class Op>
  WS_CUB_DEVICE T reduce(T value, Op op, int valid) {
    const details::WarpPart part(32);
    const int thread = details::linear_thread(), warp = thread / 32, left = valid - warp * 32;
    value = details::warp_reduce(part, value, op, left < part.lanes ? left : part.lanes);
    if (part.lane == 0) {
      memory_.warps[warp] = value;
    }
    __syncthreads();
    if (thread != 0) {
      return details::undefined(value);
    }
    for (int i = 1; i < kWarps && i * 32 < valid; ++i) {
      value = op(value, memory_.warps[i]);
    }
    return value;
  }

  TempStorage& memory_;
};

template <class T, int kX, BlockScanAlgorithm kAlgorithm = BLOCK_SCAN_RAKING, int kY = 1, int kZ = 1, int kUnused = 0>
class BlockScan {
  static constexpr int kThreads = kX * kY * kZ, kWarps = (kThreads + 31) / 32;

 public:
  struct TempStorage {
    details::Room<T, kWarps> warps;
    details::Room<T, 1> prefix;
  };
  WS_CUB_DEVICE BlockScan() : memory_(own_memory()) {}
  WS_CUB_DEVICE BlockScan(TempStorage& memory) : memory_(memory) {}

  /* Sums; with a third argument also the block's total, or a function that gives what comes before the block. */
  WS_CUB_DEVICE void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
  WS_CUB_DEVICE void ExclusiveSum(T in, T& out, T& total) { ExclusiveScan(in, out, T(0), cub::Sum(), total); }
  template <class Prefix>
  WS_CUB_DEVICE void ExclusiveSum(T in, T& out, Prefix& prefix) {
    ExclusiveScan(in, out, cub::Sum(), prefix);
  }
  template <int kItems>
  WS_CUB_DEVICE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems]) {
    ExclusiveScan(in, out, T(0), cub::Sum());
  }
  template <int kItems>
  WS_CUB_DEVICE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], T& total) {
    ExclusiveScan(in, out, T(0), cub::Sum(), total);
  }
  template <int kItems, class Prefix>
  WS_CUB_DEVICE void ExclusiveSum(T (&in)[kItems], T (&out)[kItems], Prefix& prefix) {
    ExclusiveScan(in, out, cub::Sum(), prefix);
  }
  WS_CUB_DEVICE void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
  WS_CUB_DEVICE void InclusiveSum(T in, T& out, T& total) { InclusiveScan(in, out, cub::Sum(), total); }
  template <class Prefix>
  WS_CUB_DEVICE void InclusiveSum(T in, T& out, Prefix& prefix) {
    InclusiveScan(in, out, cub::Sum(), prefix);
  }
  template <int kItems>
  WS_CUB_DEVICE void InclusiveSum(T (&in)[kItems], T (&out)[kItems]) {
    InclusiveScan(in, out, cub::Sum());
  }
  template <int kItems>
  WS_CUB_DEVICE void InclusiveSum(T (&in)[kItems], T (&out)[kItems], T& total) {
    InclusiveScan(in, out, cub::Sum(), total);
  }
  template <int kItems, class Prefix>
  WS_CUB_DEVICE void InclusiveSum(T (&in)[kItems], T (&out)[kItems], Prefix& prefix) {
    InclusiveScan(in, out, cub::Sum(), prefix);
  }

  /* Scans with any operator, which need not commute. */
  template <class Op>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, T initial, Op op) {
    T total;
    ExclusiveScan(in, out, initial, op, total);
  }
  template <class Op>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, T initial, Op op, T& total) {
    T before = initial;
    total = before_thread(in, op, before);
    out = details::linear_thread() == 0 ? initial : static_cast<T>(op(initial, before));
  }
  template <class Op, class Prefix>
  WS_CUB_DEVICE void ExclusiveScan(T in, T& out, Op op, Prefix& prefix) {
    T ins[1] = {in}, outs[1];
    ExclusiveScan(ins, outs, op, prefix);
    out = outs[0];
  }
  template <int kItems, class Op>
  WS_CUB_DEVICE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], T initial, Op op) {
    T total;
    ExclusiveScan(in, out, initial, op, total);
  }
  template <int kItems, class Op>
  WS_CUB_DEVICE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], T initial, Op op, T& total) {
    T before = initial;
    total = before_thread(details::thread_reduce(in, op), op, before);
    before = details::linear_thread() == 0 ? initial : static_cast<T>(op(initial, before));
    details::thread_scan<true>(in, out, op, before, true);
  }
  template <int kItems, class Op, class Prefix>
  WS_CUB_DEVICE void ExclusiveScan(T (&in)[kItems], T (&out)[kItems], Op op, Prefix& prefix) {
    const T before = before_thread_from(details::thread_reduce(in, op), op, prefix);
    details::thread_scan<true>(in, out, op, before, true);
  }
  template <class Op>
  WS_CUB_DEVICE void InclusiveScan(T in, T& out, Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <class Op>
  WS_CUB_DEVICE void InclusiveScan(T in, T& out, Op op, T& total) {
    T before = in;
    total = before_thread(in, op, before);
    out = details::linear_thread() == 0 ? in : static_cast<T>(op(before, in));
  }
  template <class Op, class Prefix>
  WS_CUB_DEVICE void InclusiveScan(T in, T& out, Op op, Prefix& prefix) {
    T ins[1] = {in}, outs[1];
    InclusiveScan(ins, outs, op, prefix);
    out = outs[0];
  }
  template <int kItems, class Op>
  WS_CUB_DEVICE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], Op op) {
    T total;
    InclusiveScan(in, out, op, total);
  }
  template <int kItems, class Op>
  WS_CUB_DEVICE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], Op op, T& total) {
    T before = in[0];
    total = before_thread(details::thread_reduce(in, op), op, before);
    details::thread_scan<false>(in, out, op, before, details::linear_thread() != 0);
  }
  template <int kItems, class Op, class Prefix>
  WS_CUB_DEVICE void InclusiveScan(T (&in)[kItems], T (&out)[kItems], Op op, Prefix& prefix) {
    const T before = before_thread_from(details::thread_reduce(in, op), op, prefix);
    details::thread_scan<false>(in, out, op, before, true);
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }
  /* `before` becomes op over the threads before this one, and stays as it is in thread 0. Gives op over all. */
  template <class Op>
  WS_CUB_DEVICE T before_thread(T value, Op op, T& before) {
    const details::WarpPart part(32);
    const int warp = details::linear_thread() / 32;
    const T inclusive = details::warp_inclusive(part, value, op);
    if (part.lane == part.lanes - 1) {
      memory_.warps[warp] = inclusive;
    }
    __syncthreads();
    const T in_warp = part.before(inclusive, 1);
    T total = memory_.warps[0], warps_before = total;
    for (int i = 1; i < kWarps; ++i) {
      warps_before = i == warp ? total : warps_before;
      total = op(total, memory_.warps[i]);
    }
    if (warp == 0) {
      before = part.lane == 0 ? before : in_warp;
    } else {
      before = part.lane == 0 ? warps_before : static_cast<T>(op(warps_before, in_warp));
    }
    return total;
  }
  /* The same behind what `prefix` says: the first warp calls it with the block's total, lane 0's answer counts. */
  template <class Op, class Prefix>
  WS_CUB_DEVICE T before_thread_from(T value, Op op, Prefix& prefix) {
    T before = value;
    const int thread = details::linear_thread();
    const T total = before_thread(value, op, before);
    if (thread < 32) {
      const T first = prefix(total);
      if (thread == 0) {
        memory_.prefix[0] = first;
      }
    }
    __syncthreads();
    const T first = memory_.prefix[0];
    return thread == 0 ? first : static_cast<T>(op(first, before));
  }

  TempStorage& memory_;
};

}  // namespace cub

#endif
