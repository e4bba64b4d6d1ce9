/* Sorting arrays by digits, by merging, and within segments; histograms. */
#ifndef WARPSCHOOL_CUB_DEVICE_SORT_H
#define WARPSCHOOL_CUB_DEVICE_SORT_H

#include "../thrust/sort.h"
#include "device_scan.h"
#include "radix.h"

namespace cub {
namespace details {

/* One pass over one digit. */
struct Pass {
  bool descending;
  int bit, end_bit;
};

template <class Key>
__global__ void count_digits(const Key* keys, size_t n, unsigned* counts, Pass pass) {
  __shared__ unsigned own[kDigits];
  if (threadIdx.x < kDigits) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int k = 0; k < kTileItems; ++k) {
    const size_t i = blockIdx.x * static_cast<size_t>(kTile) + static_cast<size_t>(k) * kTileThreads + threadIdx.x;
    if (i < n) {
      atomicAdd(&own[digit_of(keys[i], pass.descending, pass.bit, pass.end_bit)], 1u);
    }
  }
  __syncthreads();
  if (threadIdx.x < kDigits) {
    counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
  }
}
template <class Key, class Value>
__global__ void move_by_digit(const Key* keys, Key* keys_out, const Value* values, Value* values_out, size_t n, const unsigned* places,
                              Pass pass) {
  __shared__ DigitCounts<kTileThreads> memory;
  const size_t tile = blockIdx.x * static_cast<size_t>(kTile), left = n - tile;
  const int valid = left < kTile ? static_cast<int>(left) : kTile;
  Key own[kTileItems];
  int ranks[kTileItems];
  LoadDirectBlocked(static_cast<int>(threadIdx.x), keys + tile, own, valid);
  rank_digits<kTileThreads>(memory, own, ranks, pass.descending, pass.bit, pass.end_bit, valid);
  for (int k = 0; k < kTileItems; ++k) {
    if (ranks[k] < 0) {
      continue;
    }
    const int digit = digit_of(own[k], pass.descending, pass.bit, pass.end_bit);
    const size_t place = places[digit * gridDim.x + blockIdx.x] + static_cast<unsigned>(ranks[k]) - memory.counts[digit * kTileThreads];
    keys_out[place] = own[k];
    if constexpr (!std::is_same<Value, NullType>::value) {
      values_out[place] = values[tile + threadIdx.x * kTileItems + k];
    }
  }
}

/* Keys and values that a pass reads and writes. */
template <class Key, class Value>
struct SortBuffers {
  const Key* keys;
  Key *to, *spare;
  const Value* values;
  Value *values_to, *values_spare;
};
/* Sorts into `to`, or into `spare` if the number of passes is even: then true. With `must_end_in_to` the first pass goes to the spare
 * instead. The arrays read first stay as they are, unless they are the spare. */
template <class Key, class Value>
inline cudaError_t sort_passes(SortBuffers<Key, Value> b, size_t n, unsigned* counts, unsigned* sums, bool descending, int begin_bit,
                               int end_bit, cudaStream_t stream) {
  const unsigned tiles = static_cast<unsigned>(tiles_of(n));
  for (int bit = begin_bit; bit < end_bit && n != 0; bit += kDigitBits) {
    const Pass pass = {descending, bit, end_bit};
    count_digits<<<tiles, kTileThreads, 0, stream>>>(b.keys, n, counts, pass);
    const cudaError_t error = scan<unsigned>(
        sums, static_cast<size_t>(tiles) * kDigits, [=] __device__(size_t i) -> unsigned { return counts[i]; },
        [=] __device__(size_t i, unsigned before, unsigned, unsigned) { counts[i] = before; }, Sum(), 0u, true, stream);
    if (error != cudaSuccess) {
      return error;
    }
    move_by_digit<<<tiles, kTileThreads, 0, stream>>>(b.keys, b.to, b.values, b.values_to, n, counts, pass);
    b.keys = b.to;
    b.values = b.values_to;
    std::swap(b.to, b.spare);
    std::swap(b.values_to, b.values_spare);
  }
  return cudaPeekAtLastError();
}
inline int passes_of(int begin_bit, int end_bit) {
  return end_bit <= begin_bit ? 0 : (end_bit - begin_bit + kDigitBits - 1) / kDigitBits;
}

/* From `in` to `out`, which the last pass must write. */
template <class Key, class Value>
inline cudaError_t sort_arrays(void* memory, size_t& bytes, const Key* in, Key* out, const Value* values, Value* values_out, size_t n,
                               bool descending, int begin_bit, int end_bit, cudaStream_t stream) {
  constexpr bool kKeysOnly = std::is_same<Value, NullType>::value;
  Parts parts(memory);
  unsigned* counts = parts.take<unsigned>(tiles_of(n) * kDigits);
  unsigned* sums = parts.take<unsigned>(tiles_of(tiles_of(n) * kDigits));
  Key* spare = parts.take<Key>(n);
  Value* values_spare = parts.take<Value>(kKeysOnly ? 0 : n);
  cudaError_t error;
  if (!parts.suffices(memory, bytes, error)) {
    return error;
  }
  const int passes = passes_of(begin_bit, end_bit);
  if (passes == 0) {
    return for_each(n, stream, [=] __device__(size_t i) {
      out[i] = in[i];
      if constexpr (!kKeysOnly) {
        values_out[i] = values[i];
      }
    });
  }
  SortBuffers<Key, Value> buffers = {in, out, spare, values, values_out, values_spare};
  if (passes % 2 == 0) {
    std::swap(buffers.to, buffers.spare);
    std::swap(buffers.values_to, buffers.values_spare);
  }
  return sort_passes(buffers, n, counts, sums, descending, begin_bit, end_bit, stream);
}
/* Between the two arrays of a DoubleBuffer. */
template <class Key, class Value>
inline cudaError_t sort_buffers(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, size_t n,
                                bool descending, int begin_bit, int end_bit, cudaStream_t stream) {
  Parts parts(memory);
  unsigned* counts = parts.take<unsigned>(tiles_of(n) * kDigits);
  unsigned* sums = parts.take<unsigned>(tiles_of(tiles_of(n) * kDigits));
  cudaError_t error;
  if (!parts.suffices(memory, bytes, error)) {
    return error;
  }
  error = sort_passes<Key, Value>({keys.Current(), keys.Alternate(), keys.Current(), values.Current(), values.Alternate(),
                                   values.Current()},
                                  n, counts, sums, descending, begin_bit, end_bit, stream);
  const int turns = passes_of(begin_bit, end_bit) % 2;
  keys.selector ^= turns;
  values.selector ^= turns;
  return error;
}

}  // namespace details

struct DeviceRadixSort {
#define WS_CUB_SORT(suffix, descending)                                                                                            \
  template <class Key, class N>                                                                                                    \
  static cudaError_t SortKeys##suffix(void* memory, size_t& bytes, const Key* in, Key* out, N n, int begin_bit = 0,                 \
                                      int end_bit = sizeof(Key) * 8, cudaStream_t stream = 0, bool = false) {                       \
    return details::sort_arrays<Key, NullType>(memory, bytes, in, out, nullptr, nullptr, static_cast<size_t>(n), descending,        \
                                               begin_bit, end_bit, stream);                                                         \
  }                                                                                                                                 \
  template <class Key, class N>                                                                                                     \
  static cudaError_t SortKeys##suffix(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, N n, int begin_bit = 0,                 \
                                      int end_bit = sizeof(Key) * 8, cudaStream_t stream = 0, bool = false) {                       \
    DoubleBuffer<NullType> none;                                                                                                    \
    return details::sort_buffers(memory, bytes, keys, none, static_cast<size_t>(n), descending, begin_bit, end_bit, stream);        \
  }                                                                                                                                 \
  template <class Key, class Value, class N>                                                                                        \
  static cudaError_t SortPairs##suffix(void* memory, size_t& bytes, const Key* in, Key* out, const Value* values, Value* values_out, \
                                       N n, int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = 0,              \
                                       bool = false) {                                                                              \
    return details::sort_arrays(memory, bytes, in, out, values, values_out, static_cast<size_t>(n), descending, begin_bit, end_bit,  \
                                stream);                                                                                            \
  }                                                                                                                                 \
  template <class Key, class Value, class N>                                                                                        \
  static cudaError_t SortPairs##suffix(void* memory, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values, N n,       \
                                       int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = 0, bool = false) {   \
    return details::sort_buffers(memory, bytes, keys, values, static_cast<size_t>(n), descending, begin_bit, end_bit, stream);      \
  }
  WS_CUB_SORT(, false)
  WS_CUB_SORT(Descending, true)
#undef WS_CUB_SORT
};

/* With an order of one's own; in place. The memory is not used: merging takes its own, and the host waits. */
struct DeviceMergeSort {
  template <class Keys, class N, class Less>
  static cudaError_t StableSortKeys(void* memory, size_t& bytes, Keys keys, N n, Less less, cudaStream_t stream = 0, bool = false) {
    cudaError_t error;
    if (details::Parts(memory).suffices(memory, bytes, error)) {
      ::thrust::stable_sort(::thrust::device.on(stream), keys, keys + n, less);
    }
    return error;
  }
  template <class Keys, class N, class Less>
  static cudaError_t SortKeys(void* memory, size_t& bytes, Keys keys, N n, Less less, cudaStream_t stream = 0, bool = false) {
    return StableSortKeys(memory, bytes, keys, n, less, stream);
  }
  template <class Keys, class Values, class N, class Less>
  static cudaError_t StableSortPairs(void* memory, size_t& bytes, Keys keys, Values values, N n, Less less, cudaStream_t stream = 0,
                                     bool = false) {
    cudaError_t error;
    if (details::Parts(memory).suffices(memory, bytes, error)) {
      ::thrust::stable_sort_by_key(::thrust::device.on(stream), keys, keys + n, values, less);
    }
    return error;
  }
  template <class Keys, class Values, class N, class Less>
  static cudaError_t SortPairs(void* memory, size_t& bytes, Keys keys, Values values, N n, Less less, cudaStream_t stream = 0,
                               bool = false) {
    return StableSortPairs(memory, bytes, keys, values, n, less, stream);
  }
  /* Of copies */
  template <class Keys, class Out, class N, class Less>
  static cudaError_t StableSortKeysCopy(void* memory, size_t& bytes, Keys keys, Out out, N n, Less less, cudaStream_t stream = 0,
                                        bool = false) {
    if (memory != nullptr) {
      (void)details::for_each(static_cast<size_t>(n), stream, [=] __device__(size_t i) mutable { out[i] = keys[i]; });
    }
    return StableSortKeys(memory, bytes, out, n, less, stream);
  }
  template <class Keys, class Out, class N, class Less>
  static cudaError_t SortKeysCopy(void* memory, size_t& bytes, Keys keys, Out out, N n, Less less, cudaStream_t stream = 0, bool = false) {
    return StableSortKeysCopy(memory, bytes, keys, out, n, less, stream);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class N, class Less>
  static cudaError_t SortPairsCopy(void* memory, size_t& bytes, Keys keys, Values values, KeysOut keys_out, ValuesOut values_out, N n,
                                   Less less, cudaStream_t stream = 0, bool = false) {
    if (memory != nullptr) {
      (void)details::for_each(static_cast<size_t>(n), stream, [=] __device__(size_t i) mutable {
        keys_out[i] = keys[i];
        values_out[i] = values[i];
      });
    }
    return StableSortPairs(memory, bytes, keys_out, values_out, n, less, stream);
  }
};

namespace details {

/* One of the channels of pixels that lie one behind the other */
template <class In, int kChannels>
struct Channel {
  using value_type = ValueOf<In>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = value_type;
  using iterator_category = std::random_access_iterator_tag;
  In in;
  WS_CUB value_type operator[](size_t i) const { return in[i * kChannels]; }
};

}  // namespace details

struct DeviceHistogram {
  /* `levels` - 1 bins of equal width in [lower, upper). */
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramEven(void* memory, size_t& bytes, In in, Counter* histogram, int levels, Level lower, Level upper, N n,
                                   cudaStream_t stream = 0, bool = false) {
    const int bins = levels - 1;
    return count(memory, bytes, histogram, bins, static_cast<size_t>(n), stream, [=] __device__(size_t i) -> int {
      using Sample = details::ValueOf<In>;
      const Sample sample = in[i];
      if (!(sample >= lower && sample < upper)) {
        return -1;
      }
      if constexpr (std::is_integral<Level>::value && std::is_integral<Sample>::value) {
        return static_cast<int>(static_cast<unsigned long long>(sample - lower) * static_cast<unsigned long long>(bins) /
                                static_cast<unsigned long long>(upper - lower));
      } else {
        const int bin = static_cast<int>((sample - lower) * (static_cast<Level>(bins) / (upper - lower)));
        return bin < bins ? bin : bins - 1;
      }
    });
  }
  /* Bin i is [levels[i], levels[i + 1]). */
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramRange(void* memory, size_t& bytes, In in, Counter* histogram, int level_count, const Level* levels, N n,
                                    cudaStream_t stream = 0, bool = false) {
    const int bins = level_count - 1;
    return count(memory, bytes, histogram, bins, static_cast<size_t>(n), stream, [=] __device__(size_t i) -> int {
      const details::ValueOf<In> sample = in[i];
      if (!(sample >= levels[0] && sample < levels[bins])) {
        return -1;
      }
      int low = 0, high = bins;
      while (high - low > 1) {
        const int middle = (low + high) / 2;
        (sample < levels[middle] ? high : low) = middle;
      }
      return low;
    });
  }

  /* The same of the first kActive of kChannels channels, each with its own histogram and levels. */
  template <int kChannels, int kActive, class In, class Counters, class Counts, class Levels, class N>
  static cudaError_t MultiHistogramEven(void* memory, size_t& bytes, In in, Counters&& histograms, const Counts& levels,
                                        const Levels& lower, const Levels& upper, N n, cudaStream_t stream = 0, bool = false) {
    cudaError_t error = cudaSuccess;
    for (int c = 0; c < kActive && error == cudaSuccess; ++c) {
      error = HistogramEven(memory, bytes, details::Channel<In, kChannels>{in + c}, histograms[c], levels[c], lower[c], upper[c], n, stream);
    }
    return error;
  }
  template <int kChannels, int kActive, class In, class Counters, class Counts, class Levels, class N>
  static cudaError_t MultiHistogramRange(void* memory, size_t& bytes, In in, Counters&& histograms, const Counts& level_counts,
                                         const Levels& levels, N n, cudaStream_t stream = 0, bool = false) {
    cudaError_t error = cudaSuccess;
    for (int c = 0; c < kActive && error == cudaSuccess; ++c) {
      error = HistogramRange(memory, bytes, details::Channel<In, kChannels>{in + c}, histograms[c], level_counts[c], levels[c], n, stream);
    }
    return error;
  }

 private:
  template <class Counter, class Bin>
  static cudaError_t count(void* memory, size_t& bytes, Counter* histogram, int bins, size_t n, cudaStream_t stream, Bin bin_of) {
    cudaError_t error;
    if (!details::Parts(memory).suffices(memory, bytes, error)) {
      return error;
    }
    error = bins <= 0 ? cudaErrorInvalidValue
                      : details::for_each(static_cast<size_t>(bins), stream, [=] __device__(size_t i) { histogram[i] = 0; });
    return error != cudaSuccess ? error : details::for_each(n, stream, [=] __device__(size_t i) {
      const int bin = bin_of(i);
      if (bin >= 0) {
        atomicAdd(histogram + bin, static_cast<Counter>(1));
      }
    });
  }
};

/* A function for each element, or for each number below n. */
struct DeviceFor {
  template <class N, class F>
  static cudaError_t Bulk(N n, F f, cudaStream_t stream = 0) {
    return details::for_each(static_cast<size_t>(n), stream, [=] __device__(size_t i) mutable { f(static_cast<N>(i)); });
  }
  template <class It, class F>
  static cudaError_t ForEach(It first, It last, F f, cudaStream_t stream = 0) {
    return ForEachN(first, last - first, f, stream);
  }
  template <class It, class N, class F>
  static cudaError_t ForEachN(It first, N n, F f, cudaStream_t stream = 0) {
    return details::for_each(static_cast<size_t>(n), stream, [=] __device__(size_t i) mutable { f(first[i]); });
  }
  /* The function is given a copy. */
  template <class It, class N, class F>
  static cudaError_t ForEachCopyN(It first, N n, F f, cudaStream_t stream = 0) {
    return details::for_each(static_cast<size_t>(n), stream, [=] __device__(size_t i) mutable {
      const details::ValueOf<It> copy = first[i];
      f(copy);
    });
  }
  template <class It, class F>
  static cudaError_t ForEachCopy(It first, It last, F f, cudaStream_t stream = 0) {
    return ForEachCopyN(first, last - first, f, stream);
  }
  /* In two phases, as the others */
#define WS_IN_TWO_PHASES(name)                                                                       \
  template <class... Arguments>                                                                      \
  static cudaError_t name(void* memory, size_t& bytes, Arguments... arguments) {                     \
    cudaError_t error;                                                                               \
    return details::Parts(memory).suffices(memory, bytes, error) ? name(arguments...) : error;       \
  }
  WS_IN_TWO_PHASES(Bulk)
  WS_IN_TWO_PHASES(ForEach)
  WS_IN_TWO_PHASES(ForEachN)
  WS_IN_TWO_PHASES(ForEachCopy)
  WS_IN_TWO_PHASES(ForEachCopyN)
#undef WS_IN_TWO_PHASES
};

/* Many arrays at once, each by a block: elements, or bytes. */
namespace details {
template <class In, class Out, class Sizes>
__global__ void copy_batch_kernel(In in, Out out, Sizes sizes) {
  const auto from = in[blockIdx.x];
  const auto to = out[blockIdx.x];
  const size_t n = static_cast<size_t>(sizes[blockIdx.x]);
  for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
    to[i] = from[i];
  }
}
template <class In>
struct AsBytes {
  In in;
  WS_CUB_DEVICE char* operator[](size_t i) const { return const_cast<char*>(static_cast<const char*>(static_cast<const void*>(in[i]))); }
};
}  // namespace details
struct DeviceCopy {
  template <class In, class Out, class Sizes, class N>
  static cudaError_t Batched(void* memory, size_t& bytes, In in, Out out, Sizes sizes, N n, cudaStream_t stream = 0) {
    cudaError_t error;
    if (!details::Parts(memory).suffices(memory, bytes, error) || n == 0) {
      return error;
    }
    details::copy_batch_kernel<<<static_cast<unsigned>(n), 128, 0, stream>>>(in, out, sizes);
    return cudaPeekAtLastError();
  }
};
struct DeviceMemcpy {
  template <class In, class Out, class Sizes, class N>
  static cudaError_t Batched(void* memory, size_t& bytes, In in, Out out, Sizes sizes, N n, cudaStream_t stream = 0) {
    return DeviceCopy::Batched(memory, bytes, details::AsBytes<In>{in}, details::AsBytes<Out>{out}, sizes, n, stream);
  }
};

}  // namespace cub

#endif
