/* Stable sorting by digits: within a block, and what sorting whole arrays shares with it. */
#ifndef WARPSCHOOL_CUB_RADIX_H
#define WARPSCHOOL_CUB_RADIX_H

#include "block_data.h"

namespace cub {

namespace details {

constexpr int kDigitBits = 4, kDigits = 1 << kDigitBits;

template <int kBytes>
struct KeyWord {
  using type = unsigned;
};
template <>
struct KeyWord<8> {
  using type = unsigned long long;
};

/* Bits in the order of the keys: a float's sign turns the order of the rest, a negative integer comes before others. -0 is 0. */
template <class Key>
WS_CUB typename KeyWord<sizeof(Key)>::type ordered_bits(const Key& key) {
  using Word = typename KeyWord<sizeof(Key)>::type;
  constexpr Word kSign = Word(1) << (sizeof(Key) * 8 - 1);
  Word bits = 0;
  __builtin_memcpy(&bits, &key, sizeof(Key));
  if constexpr (std::is_integral<Key>::value) {
    return std::is_signed<Key>::value ? bits ^ kSign : bits;
  } else {
    bits = bits == kSign ? 0 : bits;
    return (bits & kSign) != 0 ? ~bits & (kSign | (kSign - 1)) : bits | kSign;
  }
}
template <class Key>
WS_CUB int digit_of(const Key& key, bool descending, int bit, int end_bit) {
  const int width = end_bit - bit < kDigitBits ? end_bit - bit : kDigitBits;
  const int digit = static_cast<int>(ordered_bits(key) >> bit) & ((1 << width) - 1);
  return descending ? (1 << width) - 1 - digit : digit;
}

/* How often each digit occurs in each thread's items, digit by digit: what lies before a counter in that order is the place of its
 * thread's first item with that digit. Of large blocks in halves, which count more items than shared memory holds: a block of 1024
 * threads has 48 KB. */
template <int kThreads>
struct DigitCounts {
  using Count = typename std::conditional<(kThreads > 128), unsigned short, unsigned>::type;
  Count counts[kDigits * kThreads];
  Count sums[kThreads];
};

/* The place of each item of the block in the order of one digit; items beyond `valid` come last and have none (-1). Items are
 * blocked. Afterwards counts[digit * kThreads] is where the digit begins. */
template <int kThreads, class Key, int kItems>
WS_CUB_DEVICE void rank_digits(DigitCounts<kThreads>& memory, const Key (&keys)[kItems], int (&ranks)[kItems], bool descending, int bit,
                               int end_bit, int valid) {
  using Count = typename DigitCounts<kThreads>::Count;
  const int thread = linear_thread();
  for (int digit = 0; digit < kDigits; ++digit) {
    memory.counts[digit * kThreads + thread] = 0;
  }
  for (int i = 0; i < kItems; ++i) {
    if (thread * kItems + i < valid) {
      ranks[i] = static_cast<int>(memory.counts[digit_of(keys[i], descending, bit, end_bit) * kThreads + thread]++);
    }
  }
  __syncthreads();
  /* A scan over all counters: each thread adds up kDigits neighbours, one thread adds up the threads. */
  unsigned sum = 0;
  for (int i = 0; i < kDigits; ++i) {
    sum += memory.counts[thread * kDigits + i];
  }
  memory.sums[thread] = static_cast<Count>(sum);
  __syncthreads();
  if (thread == 0) {
    unsigned before = 0;
    for (int i = 0; i < kThreads; ++i) {
      const unsigned own = memory.sums[i];
      memory.sums[i] = static_cast<Count>(before);
      before += own;
    }
  }
  __syncthreads();
  unsigned before = memory.sums[thread];
  for (int i = 0; i < kDigits; ++i) {
    const unsigned own = memory.counts[thread * kDigits + i];
    memory.counts[thread * kDigits + i] = static_cast<Count>(before);
    before += own;
  }
  __syncthreads();
  for (int i = 0; i < kItems; ++i) {
    ranks[i] = thread * kItems + i < valid
                   ? ranks[i] + static_cast<int>(memory.counts[digit_of(keys[i], descending, bit, end_bit) * kThreads + thread])
                   : -1;
  }
}

}  // namespace details

template <class Key, int kX, int kItems, class Value = NullType, int kBits = 4, bool kMemoize = true,
          BlockScanAlgorithm kScan = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig kConfig = cudaSharedMemBankSizeFourByte, int kY = 1,
          int kZ = 1, int kUnused = 0>
class BlockRadixSort {
  static constexpr int kThreads = kX * kY * kZ, kAllBits = sizeof(Key) * 8;
  static constexpr bool kKeysOnly = std::is_same<Value, NullType>::value;
  using KeyExchange = BlockExchange<Key, kX, kItems, false, kY, kZ>;
  using ValueExchange = BlockExchange<Value, kX, kItems, false, kY, kZ>;

 public:
  struct TempStorage {
    union {
      details::DigitCounts<kThreads> counts;
      typename KeyExchange::TempStorage keys;
      typename ValueExchange::TempStorage values;
    };
  };
  WS_CUB_DEVICE BlockRadixSort() : memory_(own_memory()) {}
  WS_CUB_DEVICE BlockRadixSort(TempStorage& memory) : memory_(memory) {}

  WS_CUB_DEVICE void Sort(Key (&keys)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    Value none[kItems];
    sort(keys, none, false, begin_bit, end_bit, false);
  }
  WS_CUB_DEVICE void Sort(Key (&keys)[kItems], Value (&values)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    sort(keys, values, false, begin_bit, end_bit, false);
  }
  WS_CUB_DEVICE void SortDescending(Key (&keys)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    Value none[kItems];
    sort(keys, none, true, begin_bit, end_bit, false);
  }
  WS_CUB_DEVICE void SortDescending(Key (&keys)[kItems], Value (&values)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    sort(keys, values, true, begin_bit, end_bit, false);
  }
  WS_CUB_DEVICE void SortBlockedToStriped(Key (&keys)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    Value none[kItems];
    sort(keys, none, false, begin_bit, end_bit, true);
  }
  WS_CUB_DEVICE void SortBlockedToStriped(Key (&keys)[kItems], Value (&values)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    sort(keys, values, false, begin_bit, end_bit, true);
  }
  WS_CUB_DEVICE void SortDescendingBlockedToStriped(Key (&keys)[kItems], int begin_bit = 0, int end_bit = kAllBits) {
    Value none[kItems];
    sort(keys, none, true, begin_bit, end_bit, true);
  }
  WS_CUB_DEVICE void SortDescendingBlockedToStriped(Key (&keys)[kItems], Value (&values)[kItems], int begin_bit = 0,
                                                    int end_bit = kAllBits) {
    sort(keys, values, true, begin_bit, end_bit, true);
  }

 private:
  static WS_CUB_DEVICE TempStorage& own_memory() {
    __shared__ TempStorage memory;
    return memory;
  }
  WS_CUB_DEVICE void sort(Key (&keys)[kItems], Value (&values)[kItems], bool descending, int begin_bit, int end_bit, bool striped) {
    int ranks[kItems];
    for (int bit = begin_bit; bit < end_bit; bit += details::kDigitBits) {
      const bool last = bit + details::kDigitBits >= end_bit;
      details::rank_digits<kThreads>(memory_.counts, keys, ranks, descending, bit, end_bit, kThreads * kItems);
      __syncthreads();
      move<KeyExchange>(memory_.keys, keys, ranks, striped && last);
      if constexpr (!kKeysOnly) {
        __syncthreads();
        move<ValueExchange>(memory_.values, values, ranks, striped && last);
      }
      if (!last) {
        __syncthreads();
      }
    }
  }
  template <class Exchange, class Memory, class T>
  WS_CUB_DEVICE void move(Memory& memory, T (&items)[kItems], int (&ranks)[kItems], bool striped) {
    if (striped) {
      Exchange(memory).ScatterToStriped(items, ranks);
    } else {
      Exchange(memory).ScatterToBlocked(items, ranks);
    }
  }

  TempStorage& memory_;
};

}  // namespace cub

#endif
