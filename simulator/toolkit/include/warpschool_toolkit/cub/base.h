/* CUB's names for the commonly used parts (CUB documentation, "API Reference"), written anew: what all parts share, that is
 * operators, tags, pairs, buffers and thread numbers. Simple rather than fast: the collectives and algorithms give the results that
 * CUB gives, with barriers where CUB has them, but not its tuning. */
#ifndef WARPSCHOOL_CUB_BASE_H
#define WARPSCHOOL_CUB_BASE_H

#include "../../cuda_runtime.h"
#include "../library_words.h"

#if !defined(__CUDA__) || !defined(__clang__)
#  error "cub/ needs a CUDA source: name the file .cu, or compile it with simcc -x cu."
#endif

#include <cstddef>
#include <cstdio>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#define CUB_VERSION 200000
#define CUB_MAJOR_VERSION 2
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 0
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_WARP_THREADS(unused) 32
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_RUNTIME_FUNCTION __host__
#define WS_CUB __host__ __device__ __attribute__((nodebug)) __forceinline__
#define WS_CUB_DEVICE __device__ __attribute__((nodebug)) __forceinline__

namespace cub {

struct NullType {
  template <class T>
  WS_CUB NullType& operator=(const T&) {
    return *this;
  }
  WS_CUB bool operator==(const NullType&) const { return true; }
  WS_CUB bool operator!=(const NullType&) const { return false; }
};

template <class Key, class Value>
struct KeyValuePair {
  typedef Key Key_;
  typedef Value Value_;
  Key key;
  Value value;
  KeyValuePair() = default;
  WS_CUB KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  WS_CUB bool operator!=(const KeyValuePair& other) const { return !(key == other.key) || !(value == other.value); }
};

/* Operators */
#define WS_CUB_OPERATOR(name, expression)                                                       \
  struct name {                                                                                 \
    template <class A, class B>                                                                 \
    WS_CUB constexpr auto operator()(const A& a, const B& b) const -> std::decay_t<decltype(expression)> { \
      return expression;                                                                        \
    }                                                                                           \
  };
WS_CUB_OPERATOR(Sum, a + b)
WS_CUB_OPERATOR(Difference, a - b)
WS_CUB_OPERATOR(Division, a / b)
WS_CUB_OPERATOR(Max, a < b ? b : a)
WS_CUB_OPERATOR(Min, b < a ? b : a)
WS_CUB_OPERATOR(Equality, a == b)
WS_CUB_OPERATOR(Inequality, a != b)
#undef WS_CUB_OPERATOR
/* Of equal values the first wins. */
struct ArgMax {
  template <class T, class Offset>
  WS_CUB KeyValuePair<Offset, T> operator()(const KeyValuePair<Offset, T>& a, const KeyValuePair<Offset, T>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class T, class Offset>
  WS_CUB KeyValuePair<Offset, T> operator()(const KeyValuePair<Offset, T>& a, const KeyValuePair<Offset, T>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <class Op>
struct InequalityWrapper {
  Op op;
  WS_CUB InequalityWrapper(Op equal) : op(equal) {}
  template <class T>
  WS_CUB bool operator()(const T& a, const T& b) const {
    return !op(a, b);
  }
};
template <class B>
struct CastOp {
  template <class A>
  WS_CUB B operator()(const A& a) const {
    return static_cast<B>(a);
  }
};

/* Two arrays that an algorithm uses in turns; Current() has the result. */
template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  WS_CUB DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  WS_CUB DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  WS_CUB T* Current() const { return d_buffers[selector]; }
  WS_CUB T* Alternate() const { return d_buffers[selector ^ 1]; }
};

/* How memory is read and written; the simulator's caches heed the hints of __ldg and its kin only. */
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier kModifier, class It>
WS_CUB_DEVICE typename std::iterator_traits<It>::value_type ThreadLoad(It it) {
  return *it;
}
template <CacheStoreModifier kModifier, class It, class T>
WS_CUB_DEVICE void ThreadStore(It it, T value) {
  *it = value;
}

/* Variants of collectives; all give the same results. */
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", static_cast<int>(error), file, line, cudaGetErrorString(error));
  }
  return error;
}
#define CubDebug(e) ::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e)                                            \
  if (::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) {        \
    exit(1);                                                       \
  }

/* printf, which in kernels says whose words these are */
#ifdef __CUDA_ARCH__
#  define _CubLog(format, ...)                                                                                                       \
    printf("[block (%d,%d,%d), thread (%d,%d,%d)]: " format, blockIdx.z, blockIdx.y, blockIdx.x, threadIdx.z, threadIdx.y, threadIdx.x, \
           ##__VA_ARGS__)
#else
#  define _CubLog(format, ...) printf(format, ##__VA_ARGS__)
#endif

WS_CUB_DEVICE unsigned LaneId() {
  unsigned lane;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
WS_CUB_DEVICE unsigned WarpId() {
  unsigned warp;
  __asm__ __volatile__("mov.u32 %0, %%warpid;" : "=r"(warp));
  return warp;
}
WS_CUB_DEVICE void ThreadTrap() { __asm__ __volatile__("trap;"); }
WS_CUB_DEVICE void ThreadExit() { __asm__ __volatile__("exit;"); }
WS_CUB_DEVICE int RowMajorTid(int x, int y, int) {
  return static_cast<int>(threadIdx.z) * x * y + static_cast<int>(threadIdx.y) * x + static_cast<int>(threadIdx.x);
}

namespace details {

template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;

/* The number of this thread in its block, of any shape. */
WS_CUB_DEVICE int linear_thread() {
  return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x);
}
/* Room for `kCount` values that nobody constructs: collectives' memory may lie in a union. */
template <class T, int kCount>
struct Room {
  alignas(T) unsigned char bytes[sizeof(T) * (kCount == 0 ? 1 : kCount)];
  WS_CUB_DEVICE T* data() { return reinterpret_cast<T*>(bytes); }
  WS_CUB_DEVICE T& operator[](int i) { return data()[i]; }
};
struct NoRoom {};

}  // namespace details

/* Memory for a collective that is not initialised. */
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  WS_CUB_DEVICE T& Alias() { return *reinterpret_cast<T*>(bytes); }
};

/* Of numbers that the compiler knows */
template <int kNumber, int kCount = 0, bool kDone = (kNumber <= (1 << kCount))>
struct Log2 {
  static constexpr int VALUE = Log2<kNumber, kCount + 1>::VALUE;
};
template <int kNumber, int kCount>
struct Log2<kNumber, kCount, true> {
  static constexpr int VALUE = kCount;
};
template <int kNumber>
struct PowerOfTwo {
  static constexpr bool VALUE = (kNumber & (kNumber - 1)) == 0;
};
template <class A, class B>
struct Equals {
  static constexpr int VALUE = std::is_same<A, B>::value ? 1 : 0;
  static constexpr int NEGATE = 1 - VALUE;
};

/* The device */
inline cudaError_t SmVersion(int& version, int device = 0) {
  int major = 0, minor = 0;
  const cudaError_t error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  (void)cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  version = major * 100 + minor * 10;
  return error;
}
inline cudaError_t PtxVersion(int& version, int = 0) {
  version = 700; /* what simcc compiles for */
  return cudaSuccess;
}
inline int CurrentDevice() {
  int device = -1;
  return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = -1;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
template <class Kernel>
inline cudaError_t MaxSmOccupancy(int& blocks, Kernel kernel, int threads, int shared_bytes = 0) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, static_cast<size_t>(shared_bytes));
}

}  // namespace cub

#endif
