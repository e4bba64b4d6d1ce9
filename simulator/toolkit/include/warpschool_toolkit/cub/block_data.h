/* How the items of a block lie in its threads: loads, stores, exchanges. Blocked: each thread has neighbours. Striped: neighbours are
 * in neighbouring threads. */
#ifndef WARPSCHOOL_CUB_BLOCK_DATA_H
#define WARPSCHOOL_CUB_BLOCK_DATA_H

#include "base.h"

namespace cub {

template <class T, int kItems, class It>
WS_CUB_DEVICE void LoadDirectBlocked(int thread, It in, T (&items)[kItems]) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    items[i] = in[thread * kItems + i];
  }
}
template <class T, int kItems, class It>
WS_CUB_DEVICE void LoadDirectBlocked(int thread, It in, T (&items)[kItems], int valid) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    if (thread * kItems + i < valid) {
      items[i] = in[thread * kItems + i];
    }
  }
}
template <int kThreads, class T, int kItems, class It>
WS_CUB_DEVICE void LoadDirectStriped(int thread, It in, T (&items)[kItems]) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    items[i] = in[i * kThreads + thread];
  }
}
template <int kThreads, class T, int kItems, class It>
WS_CUB_DEVICE void LoadDirectStriped(int thread, It in, T (&items)[kItems], int valid) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    if (i * kThreads + thread < valid) {
      items[i] = in[i * kThreads + thread];
    }
  }
}
template <class T, int kItems, class It>
WS_CUB_DEVICE void StoreDirectBlocked(int thread, It out, T (&items)[kItems]) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    out[thread * kItems + i] = items[i];
  }
}
template <class T, int kItems, class It>
WS_CUB_DEVICE void StoreDirectBlocked(int thread, It out, T (&items)[kItems], int valid) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    if (thread * kItems + i < valid) {
      out[thread * kItems + i] = items[i];
    }
  }
}
template <int kThreads, class T, int kItems, class It>
WS_CUB_DEVICE void StoreDirectStriped(int thread, It out, T (&items)[kItems]) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    out[i * kThreads + thread] = items[i];
  }
}
template <int kThreads, class T, int kItems, class It>
WS_CUB_DEVICE void StoreDirectStriped(int thread, It out, T (&items)[kItems], int valid) {
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    if (i * kThreads + thread < valid) {
      out[i * kThreads + thread] = items[i];
    }
  }
}

/* Striped over the lanes of each warp, whose items lie one behind the other */
template <class T, int kItems, class It>
WS_CUB_DEVICE void LoadDirectWarpStriped(int thread, It in, T (&items)[kItems]) {
  LoadDirectStriped<32>(thread % 32, in + thread / 32 * 32 * kItems, items);
}
template <class T, int kItems, class It>
WS_CUB_DEVICE void LoadDirectWarpStriped(int thread, It in, T (&items)[kItems], int valid) {
  LoadDirectStriped<32>(thread % 32, in + thread / 32 * 32 * kItems, items, valid - thread / 32 * 32 * kItems);
}
template <class T, int kItems, class It>
WS_CUB_DEVICE void StoreDirectWarpStriped(int thread, It out, T (&items)[kItems]) {
  StoreDirectStriped<32>(thread % 32, out + thread / 32 * 32 * kItems, items);
}
template <class T, int kItems, class It>
WS_CUB_DEVICE void StoreDirectWarpStriped(int thread, It out, T (&items)[kItems], int valid) {
  StoreDirectStriped<32>(thread % 32, out + thread / 32 * 32 * kItems, items, valid - thread / 32 * 32 * kItems);
}
template <class T, int kItems>
WS_CUB_DEVICE void LoadDirectBlockedVectorized(int thread, T* in, T (&items)[kItems]) {
  LoadDirectBlocked(thread, in, items);
}
template <class T, int kItems>
WS_CUB_DEVICE void StoreDirectBlockedVectorized(int thread, T* out, T (&items)[kItems]) {
  StoreDirectBlocked(thread, out, items);
}

template <class T, int kX, int kItems, bool kTimeSliced = false, int kY = 1, int kZ = 1, int kUnused = 0>
class BlockExchange {
  static constexpr int kThreads = kX * kY * kZ;

 public:
  struct TempStorage {
    details::Room<T, kThreads * kItems> items;
  };
  WS_CUB_DEVICE BlockExchange() : memory_(own_memory()), thread_(details::linear_thread()) {}
  WS_CUB_DEVICE BlockExchange(TempStorage& memory) : memory_(memory), thread_(details::linear_thread()) {}

  template <class Out>
  WS_CUB_DEVICE void StripedToBlocked(T (&in)[kItems], Out (&out)[kItems]) {
    exchange(in, out, [this](int i) { return striped(i); }, [this](int i) { return blocked(i); });
  }
  template <class Out>
  WS_CUB_DEVICE void BlockedToStriped(T (&in)[kItems], Out (&out)[kItems]) {
    exchange(in, out, [this](int i) { return blocked(i); }, [this](int i) { return striped(i); });
  }
  template <class Out>
  WS_CUB_DEVICE void WarpStripedToBlocked(T (&in)[kItems], Out (&out)[kItems]) {
    exchange(in, out, [this](int i) { return warp_striped(i); }, [this](int i) { return blocked(i); });
  }
  template <class Out>
  WS_CUB_DEVICE void BlockedToWarpStriped(T (&in)[kItems], Out (&out)[kItems]) {
    exchange(in, out, [this](int i) { return blocked(i); }, [this](int i) { return warp_striped(i); });
  }
  template <class Out, class Rank>
  WS_CUB_DEVICE void ScatterToBlocked(T (&in)[kItems], Out (&out)[kItems], Rank (&ranks)[kItems]) {
    exchange(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, [this](int i) { return blocked(i); });
  }
  template <class Out, class Rank>
  WS_CUB_DEVICE void ScatterToStriped(T (&in)[kItems], Out (&out)[kItems], Rank (&ranks)[kItems]) {
    exchange(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, [this](int i) { return striped(i); });
  }
  /* Items of rank -1, or without a flag, go nowhere. */
  template <class Out, class Rank>
  WS_CUB_DEVICE void ScatterToStripedGuarded(T (&in)[kItems], Out (&out)[kItems], Rank (&ranks)[kItems]) {
    scatter_some(in, out, ranks, [&](int i) { return static_cast<int>(ranks[i]) >= 0; });
  }
  template <class Out, class Rank, class Flag>
  WS_CUB_DEVICE void ScatterToStripedFlagged(T (&in)[kItems], Out (&out)[kItems], Rank (&ranks)[kItems], Flag (&flags)[kItems]) {
    scatter_some(in, out, ranks, [&](int i) { return static_cast<bool>(flags[i]); });
  }
  template <class Rank>
  WS_CUB_DEVICE void ScatterToStripedGuarded(T (&items)[kItems], Rank (&ranks)[kItems]) {
    ScatterToStripedGuarded(items, items, ranks);
  }
  template <class Rank, class Flag>
  WS_CUB_DEVICE void ScatterToStripedFlagged(T (&items)[kItems], Rank (&ranks)[kItems], Flag (&flags)[kItems]) {
    ScatterToStripedFlagged(items, items, ranks, flags);
  }
  /* In place */
  WS_CUB_DEVICE void StripedToBlocked(T (&items)[kItems]) { StripedToBlocked(items, items); }
  WS_CUB_DEVICE void BlockedToStriped(T (&items)[kItems]) { BlockedToStriped(items, items); }
  WS_CUB_DEVICE void WarpStripedToBlocked(T (&items)[kItems]) { WarpStripedToBlocked(items, items); }
  WS_CUB_DEVICE void BlockedToWarpStriped(T (&items)[kItems]) { BlockedToWarpStriped(items, items); }
  template <class Rank>
  WS_CUB_DEVICE void ScatterToBlocked(T (&items)[kItems], Rank (&ranks)[kItems]) {
    ScatterToBlocked(items, items, ranks);
  }
  template <class Rank>
  WS_CUB_DEVICE void ScatterToStriped(T (&items)[kItems], Rank (&ranks)[kItems]) {
    ScatterToStriped(items, items, ranks);
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }
  WS_CUB_DEVICE int blocked(int i) const { return thread_ * kItems + i; }
  WS_CUB_DEVICE int striped(int i) const { return i * kThreads + thread_; }
  WS_CUB_DEVICE int warp_striped(int i) const {
    const int lanes = kThreads - thread_ / 32 * 32 < 32 ? kThreads - thread_ / 32 * 32 : 32;
    return thread_ / 32 * 32 * kItems + i * lanes + thread_ % 32;
  }
  template <class Out, class To, class From>
  WS_CUB_DEVICE void exchange(T (&in)[kItems], Out (&out)[kItems], To to, From from) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      memory_.items[to(i)] = in[i];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      out[i] = memory_.items[from(i)];
    }
  }

  /* Where nobody puts an item lies a zero: the others of a block may look at all of them. */
  template <class Out, class Rank, class Some>
  WS_CUB_DEVICE void scatter_some(T (&in)[kItems], Out (&out)[kItems], Rank (&ranks)[kItems], Some some) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      memset(static_cast<void*>(&memory_.items[striped(i)]), 0, sizeof(T));
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      if (some(i)) {
        memory_.items[static_cast<int>(ranks[i])] = in[i];
      }
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      out[i] = memory_.items[striped(i)];
    }
  }

  TempStorage& memory_;
  int thread_;
};

/* Items in blocked arrangement, read one after the other, or next to each other and then exchanged (the TRANSPOSE forms). */
template <class T, int kX, int kItems, BlockLoadAlgorithm kAlgorithm = BLOCK_LOAD_DIRECT, int kY = 1, int kZ = 1, int kUnused = 0>
class BlockLoad {
  static constexpr int kThreads = kX * kY * kZ;
  static constexpr bool kTransposes = kAlgorithm >= BLOCK_LOAD_TRANSPOSE;
  using Exchange = BlockExchange<T, kX, kItems, false, kY, kZ>;

 public:
  using TempStorage = std::conditional_t<kTransposes, typename Exchange::TempStorage, details::NoRoom>;
  WS_CUB_DEVICE BlockLoad() : memory_(own_memory()) {}
  WS_CUB_DEVICE BlockLoad(TempStorage& memory) : memory_(memory) {}

  template <class It>
  WS_CUB_DEVICE void Load(It in, T (&items)[kItems]) {
    load(in, items, kThreads * kItems);
  }
  template <class It>
  WS_CUB_DEVICE void Load(It in, T (&items)[kItems], int valid) {
    load(in, items, valid);
  }
  template <class It, class Default>
  WS_CUB_DEVICE void Load(It in, T (&items)[kItems], int valid, Default otherwise) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      items[i] = otherwise;
    }
    load(in, items, valid);
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }
  template <class It>
  WS_CUB_DEVICE void load(It in, T (&items)[kItems], int valid) {
    const int thread = details::linear_thread();
    if constexpr (kTransposes || kAlgorithm == BLOCK_LOAD_STRIPED) {
      LoadDirectStriped<kThreads>(thread, in, items, valid);
    } else {
      LoadDirectBlocked(thread, in, items, valid);
    }
    if constexpr (kTransposes) {
      Exchange(memory_).StripedToBlocked(items);
    }
  }

  TempStorage& memory_;
};

template <class T, int kX, int kItems, BlockStoreAlgorithm kAlgorithm = BLOCK_STORE_DIRECT, int kY = 1, int kZ = 1, int kUnused = 0>
class BlockStore {
  static constexpr int kThreads = kX * kY * kZ;
  static constexpr bool kTransposes = kAlgorithm >= BLOCK_STORE_TRANSPOSE;
  using Exchange = BlockExchange<T, kX, kItems, false, kY, kZ>;

 public:
  using TempStorage = std::conditional_t<kTransposes, typename Exchange::TempStorage, details::NoRoom>;
  WS_CUB_DEVICE BlockStore() : memory_(own_memory()) {}
  WS_CUB_DEVICE BlockStore(TempStorage& memory) : memory_(memory) {}

  template <class It>
  WS_CUB_DEVICE void Store(It out, T (&items)[kItems]) {
    Store(out, items, kThreads * kItems);
  }
  template <class It>
  WS_CUB_DEVICE void Store(It out, T (&items)[kItems], int valid) {
    const int thread = details::linear_thread();
    if constexpr (kTransposes) {
      T striped[kItems];
      Exchange(memory_).BlockedToStriped(items, striped);
      StoreDirectStriped<kThreads>(thread, out, striped, valid);
    } else if constexpr (kAlgorithm == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<kThreads>(thread, out, items, valid);
    } else {
      StoreDirectBlocked(thread, out, items, valid);
    }
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }

  TempStorage& memory_;
};

/* Counters of a block, in shared or in global memory, that threads add to. */
template <class T, int kX, int kItems, int kBins, BlockHistogramAlgorithm kAlgorithm = BLOCK_HISTO_SORT, int kY = 1, int kZ = 1,
          int kUnused = 0>
class BlockHistogram {
 public:
  struct TempStorage {};
  WS_CUB_DEVICE BlockHistogram() {}
  WS_CUB_DEVICE BlockHistogram(TempStorage&) {}

  template <class Counter>
  WS_CUB_DEVICE void InitHistogram(Counter* histogram) {
    for (int i = details::linear_thread(); i < kBins; i += kX * kY * kZ) {
      histogram[i] = 0;
    }
  }
  template <class Counter>
  WS_CUB_DEVICE void Histogram(T (&items)[kItems], Counter* histogram) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
  template <class Counter>
  WS_CUB_DEVICE void Composite(T (&items)[kItems], Counter* histogram) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      atomicAdd(histogram + items[i], 1);
    }
    __syncthreads();
  }
};

/* Where items differ from their neighbours: op(left, right) says that they do. */
template <class T, int kX, int kY = 1, int kZ = 1, int kUnused = 0>
class BlockDiscontinuity {
  static constexpr int kThreads = kX * kY * kZ;

 public:
  struct TempStorage {
    details::Room<T, kThreads> first, last;
  };
  WS_CUB_DEVICE BlockDiscontinuity() : memory_(own_memory()), thread_(details::linear_thread()) {}
  WS_CUB_DEVICE BlockDiscontinuity(TempStorage& memory) : memory_(memory), thread_(details::linear_thread()) {}

  /* The first item of the block is a head, unless the item before the block is given. */
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void FlagHeads(Flag (&heads)[kItems], T (&items)[kItems], Op op) {
    share(items);
    heads[0] = thread_ == 0 ? 1 : op(memory_.last[thread_ - 1], items[0]);
    inner_heads(heads, items, op);
  }
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void FlagHeads(Flag (&heads)[kItems], T (&items)[kItems], Op op, T before) {
    share(items);
    heads[0] = op(thread_ == 0 ? before : memory_.last[thread_ - 1], items[0]);
    inner_heads(heads, items, op);
  }
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void FlagTails(Flag (&tails)[kItems], T (&items)[kItems], Op op) {
    share(items);
    tails[kItems - 1] = thread_ == kThreads - 1 ? 1 : op(items[kItems - 1], memory_.first[thread_ + 1]);
    inner_tails(tails, items, op);
  }
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void FlagTails(Flag (&tails)[kItems], T (&items)[kItems], Op op, T after) {
    share(items);
    tails[kItems - 1] = op(items[kItems - 1], thread_ == kThreads - 1 ? after : memory_.first[thread_ + 1]);
    inner_tails(tails, items, op);
  }
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void FlagHeadsAndTails(Flag (&heads)[kItems], Flag (&tails)[kItems], T (&items)[kItems], Op op) {
    FlagHeads(heads, items, op);
    tails[kItems - 1] = thread_ == kThreads - 1 ? 1 : op(items[kItems - 1], memory_.first[thread_ + 1]);
    inner_tails(tails, items, op);
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }
  template <int kItems>
  WS_CUB_DEVICE void share(T (&items)[kItems]) {
    memory_.first[thread_] = items[0];
    memory_.last[thread_] = items[kItems - 1];
    __syncthreads();
  }
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void inner_heads(Flag (&heads)[kItems], T (&items)[kItems], Op op) {
#pragma unroll
    for (int i = 1; i < kItems; ++i) {
      heads[i] = op(items[i - 1], items[i]);
    }
  }
  template <int kItems, class Flag, class Op>
  WS_CUB_DEVICE void inner_tails(Flag (&tails)[kItems], T (&items)[kItems], Op op) {
#pragma unroll
    for (int i = 0; i + 1 < kItems; ++i) {
      tails[i] = op(items[i], items[i + 1]);
    }
  }

  TempStorage& memory_;
  int thread_;
};

}  // namespace cub

#endif
