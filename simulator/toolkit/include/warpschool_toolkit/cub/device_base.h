/* What algorithms over whole arrays share: their memory in two phases, launches, and a scan from which most are made.
 *
 * Called with no memory an algorithm says how many bytes it needs; called with them it puts its kernels into the stream and returns. */
#ifndef WARPSCHOOL_CUB_DEVICE_BASE_H
#define WARPSCHOOL_CUB_DEVICE_BASE_H

#include "block.h"
#include "iterators.h"

namespace cub {
namespace details {

constexpr int kTileThreads = 128, kTileItems = 8, kTile = kTileThreads * kTileItems;

/* Parts of the memory that the program brings, one behind the other. */
class Parts {
 public:
  explicit Parts(void* memory) : memory_(static_cast<char*>(memory)) {}
  template <class T>
  T* take(size_t count) {
    constexpr size_t kAlignment = 256;
    char* begin = memory_ + used_;
    used_ += (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    return reinterpret_cast<T*>(begin);
  }
  /* True if the call is to run: it has the memory. Else `bytes` and `error` are what it answers. */
  bool suffices(void* memory, size_t& bytes, cudaError_t& error) const {
    const size_t needed = used_ == 0 ? 1 : used_;
    if (memory == nullptr) {
      bytes = needed;
      error = cudaSuccess;
      return false;
    }
    error = bytes < needed ? cudaErrorInvalidValue : cudaSuccess;
    return bytes >= needed;
  }

 private:
  char* memory_;
  size_t used_ = 0;
};

inline size_t tiles_of(size_t n) {
  return (n + kTile - 1) / kTile;
}

template <class F>
__global__ void each_kernel(F f, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    f(i);
  }
}
/* f(0) ... f(n - 1), each by a thread. */
template <class F>
inline cudaError_t for_each(size_t n, cudaStream_t stream, F f) {
  if (n != 0) {
    constexpr unsigned kThreads = 256;
    each_kernel<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads, 0, stream>>>(f, n);
  }
  return cudaPeekAtLastError();
}

/* What `op` gives for an A and a B; A where host code cannot ask, as the operator is for kernels only. */
template <class Op, class A, class B, class = void>
struct ResultOf {
  using type = std::decay_t<A>;
};
template <class Op, class A, class B>
struct ResultOf<Op, A, B, decltype(static_cast<void>(std::declval<Op&>()(std::declval<A>(), std::declval<B>())))> {
  using type = std::decay_t<decltype(std::declval<Op&>()(std::declval<A>(), std::declval<B>()))>;
};

/* What an output iterator holds, or `Otherwise` where it does not say. */
template <class Out, class Otherwise, class = void>
struct OutputOr {
  using type = Otherwise;
};
template <class Out, class Otherwise>
struct OutputOr<Out, Otherwise, std::enable_if_t<!std::is_void<ValueOf<Out>>::value>> {
  using type = ValueOf<Out>;
};

/* A scan reads a value for each position and gives each position what lies before it, its value, and both together. What pads the last
 * tile comes after all that counts. */
template <class Read, class T>
WS_CUB_DEVICE void read_tile(Read& read, size_t n, T (&items)[kTileItems]) {
  const size_t first = blockIdx.x * static_cast<size_t>(kTile) + threadIdx.x * kTileItems;
  for (int k = 0; k < kTileItems; ++k) {
    items[k] = read(first + k < n ? first + k : n - 1);
  }
}
template <class T, class Read, class Op>
__global__ void scan_tile_sums(Read read, size_t n, T* sums, Op op) {
  __shared__ typename BlockReduce<T, kTileThreads>::TempStorage memory;
  T items[kTileItems];
  read_tile(read, n, items);
  const T sum = BlockReduce<T, kTileThreads>(memory).Reduce(items, op);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
  }
}
/* Each sum becomes what lies before its tile; that of the first is not set, or the initial value. */
template <class T, class Op>
__global__ void scan_sums(T* sums, size_t tiles, Op op, T initial, bool has_initial) {
  __shared__ typename BlockScan<T, kTileThreads>::TempStorage memory;
  T carry = initial;
  bool has_carry = has_initial;
  for (size_t begin = 0; begin < tiles; begin += kTile) {
    T items[kTileItems], sum[kTileItems], total;
    const size_t first = begin + threadIdx.x * kTileItems;
    for (int k = 0; k < kTileItems; ++k) {
      items[k] = sums[first + k < tiles ? first + k : tiles - 1];
    }
    BlockScan<T, kTileThreads>(memory).InclusiveScan(items, sum, op, total);
    __syncthreads();
    for (int k = 0; k < kTileItems; ++k) {
      if (first + k + 1 < tiles && first + k < begin + kTile) {
        sums[first + k + 1] = has_carry ? static_cast<T>(op(carry, sum[k])) : sum[k];
      }
    }
    if (threadIdx.x == 0 && begin == 0 && has_initial) {
      sums[0] = initial;
    }
    carry = has_carry ? static_cast<T>(op(carry, total)) : total;
    has_carry = true;
    __syncthreads();
  }
}
template <class T, class Read, class Write, class Op>
__global__ void scan_tiles(Read read, Write write, size_t n, const T* sums, Op op, bool has_initial) {
  __shared__ typename BlockScan<T, kTileThreads>::TempStorage memory;
  T items[kTileItems], before[kTileItems], both[kTileItems];
  read_tile(read, n, items);
  if (blockIdx.x != 0 || has_initial) {
    const T prefix = sums[blockIdx.x];
    BlockScan<T, kTileThreads>(memory).ExclusiveScan(items, before, prefix, op);
    for (int k = 0; k < kTileItems; ++k) {
      both[k] = op(before[k], items[k]);
    }
  } else {
    BlockScan<T, kTileThreads>(memory).InclusiveScan(items, both, op);
    for (int k = 0; k < kTileItems; ++k) {
      before[k] = both[k]; /* nobody looks */
    }
  }
  const size_t first = blockIdx.x * static_cast<size_t>(kTile) + threadIdx.x * kTileItems;
  for (int k = 0; k < kTileItems; ++k) {
    if (first + k < n) {
      write(first + k, before[k], items[k], both[k]);
    }
  }
}
/* @param sums tiles_of(n) values of memory. */
template <class T, class Read, class Write, class Op>
inline cudaError_t scan(T* sums, size_t n, Read read, Write write, Op op, T initial, bool has_initial, cudaStream_t stream) {
  if (n == 0) {
    return cudaSuccess;
  }
  const unsigned tiles = static_cast<unsigned>(tiles_of(n));
  scan_tile_sums<T><<<tiles, kTileThreads, 0, stream>>>(read, n, sums, op);
  scan_sums<T><<<1, kTileThreads, 0, stream>>>(sums, tiles, op, initial, has_initial);
  scan_tiles<T><<<tiles, kTileThreads, 0, stream>>>(read, write, n, sums, op, has_initial);
  return cudaPeekAtLastError();
}
/* How many positions before each are chosen: read(i) is 1 or 0, write(i, places before, chosen) moves the element, and `count` gets the
 * number of all. */
template <class Read, class Write, class Count>
inline cudaError_t choose(unsigned* sums, size_t n, Read read, Write write, Count count, cudaStream_t stream) {
  if (n == 0) {
    return for_each(1, stream, [=] __device__(size_t) mutable { *count = 0; });
  }
  return scan<unsigned>(
      sums, n, read,
      [=] __device__(size_t i, unsigned before, unsigned chosen, unsigned both) mutable {
        write(i, before, chosen != 0);
        if (i == n - 1) {
          *count = both;
        }
      },
      Sum(), 0u, true, stream);
}

}  // namespace details
}  // namespace cub

#endif
