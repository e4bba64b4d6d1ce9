/* Sorting each segment [begins[i], ends[i]) of an array: by digits, a block for a segment. What lies in no segment stays as it is. */
#ifndef WARPSCHOOL_CUB_DEVICE_SEGMENTED_SORT_H
#define WARPSCHOOL_CUB_DEVICE_SEGMENTED_SORT_H

#include "device_sort.h"

namespace cub {
namespace details {

struct DigitRange {
  bool descending;
  int begin_bit, end_bit;
};

/* One digit of one segment: `places` becomes where each digit's next item goes, counted from the segment's begin. */
template <class Key>
WS_CUB_DEVICE void find_places(const Key* keys, size_t n, unsigned* places, Pass pass) {
  if (threadIdx.x < kDigits) {
    places[threadIdx.x] = 0;
  }
  __syncthreads();
  for (size_t i = threadIdx.x; i < n; i += kTileThreads) {
    atomicAdd(&places[digit_of(keys[i], pass.descending, pass.bit, pass.end_bit)], 1u);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned before = 0;
    for (int digit = 0; digit < kDigits; ++digit) {
      const unsigned own = places[digit];
      places[digit] = before;
      before += own;
    }
  }
  __syncthreads();
}

template <class Key, class Value, class Begin, class End>
__global__ void sort_segments(SortBuffers<Key, Value> b, Begin begins, End ends, DigitRange range) {
  __shared__ DigitCounts<kTileThreads> memory;
  __shared__ unsigned places[kDigits];
  constexpr bool kKeysOnly = std::is_same<Value, NullType>::value;
  const auto begin = static_cast<long long>(begins[blockIdx.x]), end = static_cast<long long>(ends[blockIdx.x]);
  const size_t n = begin < end ? static_cast<size_t>(end - begin) : 0;
  for (int bit = range.begin_bit; bit < range.end_bit && n != 0; bit += kDigitBits) {
    const Pass pass = {range.descending, bit, range.end_bit};
    find_places(b.keys + begin, n, places, pass);
    for (size_t tile = 0; tile < n; tile += kTile) {
      const int valid = n - tile < kTile ? static_cast<int>(n - tile) : kTile;
      Key own[kTileItems];
      int ranks[kTileItems];
      LoadDirectBlocked(static_cast<int>(threadIdx.x), b.keys + begin + tile, own, valid);
      rank_digits<kTileThreads>(memory, own, ranks, pass.descending, pass.bit, pass.end_bit, valid);
      for (int k = 0; k < kTileItems; ++k) {
        if (ranks[k] < 0) {
          continue;
        }
        const int digit = digit_of(own[k], pass.descending, pass.bit, pass.end_bit);
        const size_t place =
            static_cast<size_t>(begin) + places[digit] + static_cast<unsigned>(ranks[k]) - memory.counts[digit * kTileThreads];
        b.to[place] = own[k];
        if constexpr (!kKeysOnly) {
          b.values_to[place] = b.values[static_cast<size_t>(begin) + tile + threadIdx.x * kTileItems + k];
        }
      }
      __syncthreads();
      if (threadIdx.x < kDigits) {
        const int next = static_cast<int>(threadIdx.x) + 1;
        const unsigned behind = next < kDigits ? memory.counts[next * kTileThreads] : static_cast<unsigned>(valid);
        places[threadIdx.x] += behind - memory.counts[threadIdx.x * kTileThreads];
      }
      __syncthreads();
    }
    b.keys = b.to;
    b.values = b.values_to;
    Key* const keys_next = b.spare;
    Value* const values_next = b.values_spare;
    b.spare = b.to;
    b.values_spare = b.values_to;
    b.to = keys_next;
    b.values_to = values_next;
  }
}
template <class Key, class Value, class Begin, class End>
__global__ void copy_segments(SortBuffers<Key, Value> b, Begin begins, End ends) {
  for (long long i = static_cast<long long>(begins[blockIdx.x]) + threadIdx.x; i < static_cast<long long>(ends[blockIdx.x]);
       i += kTileThreads) {
    b.to[i] = b.keys[i];
    if constexpr (!std::is_same<Value, NullType>::value) {
      b.values_to[i] = b.values[i];
    }
  }
}

template <class Key, class Value, class Begin, class End>
inline cudaError_t sort_segment_arrays(void* memory, size_t& bytes, const Key* in, Key* out, const Value* values, Value* values_out,
                                       size_t n, int segments, Begin begins, End ends, DigitRange range, cudaStream_t stream) {
  Parts parts(memory);
  Key* spare = parts.take<Key>(n);
  Value* values_spare = parts.take<Value>(std::is_same<Value, NullType>::value ? 0 : n);
  cudaError_t error;
  if (!parts.suffices(memory, bytes, error) || n == 0 || segments <= 0) {
    return error;
  }
  SortBuffers<Key, Value> buffers = {in, out, spare, values, values_out, values_spare};
  const int passes = passes_of(range.begin_bit, range.end_bit);
  const unsigned blocks = static_cast<unsigned>(segments);
  if (passes == 0) {
    copy_segments<<<blocks, kTileThreads, 0, stream>>>(buffers, begins, ends);
    return cudaPeekAtLastError();
  }
  if (passes % 2 == 0) {
    std::swap(buffers.to, buffers.spare);
    std::swap(buffers.values_to, buffers.values_spare);
  }
  sort_segments<<<blocks, kTileThreads, 0, stream>>>(buffers, begins, ends, range);
  return cudaPeekAtLastError();
}
template <class Key, class Value, class Begin, class End>
inline cudaError_t sort_segment_buffers(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, size_t n,
                                        int segments, Begin begins, End ends, DigitRange range, cudaStream_t stream) {
  cudaError_t error;
  if (!Parts(memory).suffices(memory, bytes, error) || n == 0 || segments <= 0) {
    return error;
  }
  const SortBuffers<Key, Value> buffers = {keys.Current(),   keys.Alternate(),   keys.Current(),
                                           values.Current(), values.Alternate(), values.Current()};
  sort_segments<<<static_cast<unsigned>(segments), kTileThreads, 0, stream>>>(buffers, begins, ends, range);
  const int turns = passes_of(range.begin_bit, range.end_bit) % 2;
  keys.selector ^= turns;
  values.selector ^= turns;
  return cudaPeekAtLastError();
}

}  // namespace details

struct DeviceSegmentedRadixSort {
#define WS_CUB_SORT(suffix, descending)                                                                                              \
  template <class Key, class N, class S, class Begin, class End>                                                                     \
  static cudaError_t SortKeys##suffix(void* memory, size_t& bytes, const Key* in, Key* out, N n, S segments, Begin begins, End ends, \
                                      int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = 0, bool = false) {     \
    return details::sort_segment_arrays<Key, NullType>(memory, bytes, in, out, nullptr, nullptr, static_cast<size_t>(n),             \
                                                       static_cast<int>(segments), begins, ends,                                     \
                                                       {descending, begin_bit, end_bit}, stream);                                    \
  }                                                                                                                                  \
  template <class Key, class N, class S, class Begin, class End>                                                                     \
  static cudaError_t SortKeys##suffix(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, N n, S segments, Begin begins, End ends, \
                                      int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = 0, bool = false) {     \
    DoubleBuffer<NullType> none;                                                                                                     \
    return details::sort_segment_buffers(memory, bytes, keys, none, static_cast<size_t>(n), static_cast<int>(segments), begins,      \
                                         ends, {descending, begin_bit, end_bit}, stream);                                            \
  }                                                                                                                                  \
  template <class Key, class Value, class N, class S, class Begin, class End>                                                        \
  static cudaError_t SortPairs##suffix(void* memory, size_t& bytes, const Key* in, Key* out, const Value* values, Value* values_out,  \
                                       N n, S segments, Begin begins, End ends, int begin_bit = 0, int end_bit = sizeof(Key) * 8,    \
                                       cudaStream_t stream = 0, bool = false) {                                                      \
    return details::sort_segment_arrays(memory, bytes, in, out, values, values_out, static_cast<size_t>(n),                          \
                                        static_cast<int>(segments), begins, ends, {descending, begin_bit, end_bit}, stream);         \
  }                                                                                                                                  \
  template <class Key, class Value, class N, class S, class Begin, class End>                                                        \
  static cudaError_t SortPairs##suffix(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, N n,        \
                                       S segments, Begin begins, End ends, int begin_bit = 0, int end_bit = sizeof(Key) * 8,         \
                                       cudaStream_t stream = 0, bool = false) {                                                      \
    return details::sort_segment_buffers(memory, bytes, keys, values, static_cast<size_t>(n), static_cast<int>(segments), begins,    \
                                         ends, {descending, begin_bit, end_bit}, stream);                                            \
  }
  WS_CUB_SORT(, false)
  WS_CUB_SORT(Descending, true)
#undef WS_CUB_SORT
};

/* The same without a choice of bits; always stable. */
struct DeviceSegmentedSort {
#define WS_CUB_SORT(name, suffix)                                                                                                     \
  template <class Key, class N, class S, class Begin, class End>                                                                      \
  static cudaError_t name##Keys##suffix(void* memory, size_t& bytes, const Key* in, Key* out, N n, S segments, Begin begins,          \
                                        End ends, cudaStream_t stream = 0, bool = false) {                                            \
    return DeviceSegmentedRadixSort::SortKeys##suffix(memory, bytes, in, out, n, segments, begins, ends, 0, sizeof(Key) * 8, stream); \
  }                                                                                                                                   \
  template <class Key, class N, class S, class Begin, class End>                                                                      \
  static cudaError_t name##Keys##suffix(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, N n, S segments, Begin begins,          \
                                        End ends, cudaStream_t stream = 0, bool = false) {                                            \
    return DeviceSegmentedRadixSort::SortKeys##suffix(memory, bytes, keys, n, segments, begins, ends, 0, sizeof(Key) * 8, stream);    \
  }                                                                                                                                   \
  template <class Key, class Value, class N, class S, class Begin, class End>                                                         \
  static cudaError_t name##Pairs##suffix(void* memory, size_t& bytes, const Key* in, Key* out, const Value* values,                   \
                                         Value* values_out, N n, S segments, Begin begins, End ends, cudaStream_t stream = 0,         \
                                         bool = false) {                                                                              \
    return DeviceSegmentedRadixSort::SortPairs##suffix(memory, bytes, in, out, values, values_out, n, segments, begins, ends, 0,      \
                                                       sizeof(Key) * 8, stream);                                                      \
  }                                                                                                                                   \
  template <class Key, class Value, class N, class S, class Begin, class End>                                                         \
  static cudaError_t name##Pairs##suffix(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, N n,      \
                                         S segments, Begin begins, End ends, cudaStream_t stream = 0, bool = false) {                 \
    return DeviceSegmentedRadixSort::SortPairs##suffix(memory, bytes, keys, values, n, segments, begins, ends, 0, sizeof(Key) * 8,    \
                                                       stream);                                                                       \
  }
  WS_CUB_SORT(Sort, )
  WS_CUB_SORT(Sort, Descending)
  WS_CUB_SORT(StableSort, )
  WS_CUB_SORT(StableSort, Descending)
#undef WS_CUB_SORT
};

}  // namespace cub

#endif
