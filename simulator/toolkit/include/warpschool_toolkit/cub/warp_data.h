/* How the items of a warp, or of a part of it, lie in its lanes: loads, stores, exchanges. Blocked: each lane has neighbours. Striped:
 * neighbours are in neighbouring lanes. */
#ifndef WARPSCHOOL_CUB_WARP_DATA_H
#define WARPSCHOOL_CUB_WARP_DATA_H

#include "block_data.h"
#include "warp.h"

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

/* Each part of a warp has memory of its own; __syncwarp() before it is used again. */
template <class T, int kItems, int kLanes = 32, WarpExchangeAlgorithm kAlgorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
 public:
  struct TempStorage {
    details::Room<T, kItems * kLanes> items;
  };
  WarpExchange() = delete;
  WS_CUB_DEVICE explicit WarpExchange(TempStorage& memory) : memory_(memory), part_(kLanes) {}

  template <class Out>
  WS_CUB_DEVICE void BlockedToStriped(const T (&in)[kItems], Out (&out)[kItems]) {
    exchange(in, out, [this](int i) { return blocked(i); }, [this](int i) { return striped(i); });
  }
  template <class Out>
  WS_CUB_DEVICE void StripedToBlocked(const T (&in)[kItems], Out (&out)[kItems]) {
    exchange(in, out, [this](int i) { return striped(i); }, [this](int i) { return blocked(i); });
  }
  template <class Out, class Rank>
  WS_CUB_DEVICE void ScatterToStriped(const T (&in)[kItems], Out (&out)[kItems], Rank (&ranks)[kItems]) {
    exchange(in, out, [&](int i) { return static_cast<int>(ranks[i]); }, [this](int i) { return striped(i); });
  }
  template <class Rank>
  WS_CUB_DEVICE void ScatterToStriped(T (&items)[kItems], Rank (&ranks)[kItems]) {
    ScatterToStriped(items, items, ranks);
  }

 private:
  WS_CUB_DEVICE int blocked(int i) const { return part_.lane * kItems + i; }
  WS_CUB_DEVICE int striped(int i) const { return i * kLanes + part_.lane; }
  template <class Out, class To, class From>
  WS_CUB_DEVICE void exchange(const T (&in)[kItems], Out (&out)[kItems], To to, From from) {
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      memory_.items[to(i)] = in[i];
    }
    __syncwarp(part_.mask);
#pragma unroll
    for (int i = 0; i < kItems; ++i) {
      out[i] = memory_.items[from(i)];
    }
  }

  TempStorage& memory_;
  details::WarpPart part_;
};

/* Items of a part of a warp, from where they begin. */
template <class T, int kItems, WarpLoadAlgorithm kAlgorithm = WARP_LOAD_DIRECT, int kLanes = 32, int kUnused = 0>
class WarpLoad {
  static constexpr bool kTransposes = kAlgorithm == WARP_LOAD_TRANSPOSE;
  using Exchange = WarpExchange<T, kItems, kLanes>;

 public:
  using TempStorage = std::conditional_t<kTransposes, typename Exchange::TempStorage, details::NoRoom>;
  WS_CUB_DEVICE WarpLoad() : memory_(own_memory()), part_(kLanes) {}
  WS_CUB_DEVICE WarpLoad(TempStorage& memory) : memory_(memory), part_(kLanes) {}

  template <class It>
  WS_CUB_DEVICE void Load(It in, T (&items)[kItems]) {
    load(in, items, kLanes * kItems);
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
    if constexpr (kTransposes || kAlgorithm == WARP_LOAD_STRIPED) {
      LoadDirectStriped<kLanes>(part_.lane, in, items, valid);
    } else {
      LoadDirectBlocked(part_.lane, in, items, valid);
    }
    if constexpr (kTransposes) {
      Exchange(memory_).StripedToBlocked(items, items);
    }
  }

  TempStorage& memory_;
  details::WarpPart part_;
};

template <class T, int kItems, WarpStoreAlgorithm kAlgorithm = WARP_STORE_DIRECT, int kLanes = 32, int kUnused = 0>
class WarpStore {
  static constexpr bool kTransposes = kAlgorithm == WARP_STORE_TRANSPOSE;
  using Exchange = WarpExchange<T, kItems, kLanes>;

 public:
  using TempStorage = std::conditional_t<kTransposes, typename Exchange::TempStorage, details::NoRoom>;
  WS_CUB_DEVICE WarpStore() : memory_(own_memory()), part_(kLanes) {}
  WS_CUB_DEVICE WarpStore(TempStorage& memory) : memory_(memory), part_(kLanes) {}

  template <class It>
  WS_CUB_DEVICE void Store(It out, T (&items)[kItems]) {
    Store(out, items, kLanes * kItems);
  }
  template <class It>
  WS_CUB_DEVICE void Store(It out, T (&items)[kItems], int valid) {
    if constexpr (kTransposes) {
      T striped[kItems];
      Exchange(memory_).BlockedToStriped(items, striped);
      StoreDirectStriped<kLanes>(part_.lane, out, striped, valid);
    } else if constexpr (kAlgorithm == WARP_STORE_STRIPED) {
      StoreDirectStriped<kLanes>(part_.lane, out, items, valid);
    } else {
      StoreDirectBlocked(part_.lane, out, items, valid);
    }
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }

  TempStorage& memory_;
  details::WarpPart part_;
};

}  // namespace cub

#endif
