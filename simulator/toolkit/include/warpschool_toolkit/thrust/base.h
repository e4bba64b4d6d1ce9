/* Thrust's names for the commonly used algorithms (Thrust documentation, "API Reference"), written anew: where an algorithm runs, and
 * how one element a thread is run on the device. Simple rather than fast: the library is for programs that use it beside their own
 * kernels. */
#ifndef WARPSCHOOL_THRUST_BASE_H
#define WARPSCHOOL_THRUST_BASE_H

#include "../../cuda_runtime.h"
#include "../library_words.h"

#if !defined(__CUDA__) || !defined(__clang__)
#  error "thrust/ needs a CUDA source: name the file .cu, or compile it with simcc -x cu."
#endif

#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>

#define THRUST_VERSION 200000
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_PATCH_NUMBER 0
#define WS_THRUST __host__ __device__ __attribute__((nodebug)) inline

namespace thrust {

using std::system_error;

inline const std::error_category& cuda_category() {
  struct Category : std::error_category {
    const char* name() const noexcept override { return "cuda"; }
    std::string message(int code) const override { return cudaGetErrorString(static_cast<cudaError_t>(code)); }
  };
  static const Category category;
  return category;
}

/* Systems: where memory lies and algorithms run. `any` suits both. */
struct any_system_tag {};
struct host_system_tag {};
struct device_system_tag {};

namespace details {

template <class...>
struct MakeVoid {
  using type = void;
};
template <class... Ts>
using Void = typename MakeVoid<Ts...>::type;

struct PolicyMark {};
template <class System>
struct Policy : PolicyMark {
  using system = System;
  cudaStream_t stream = nullptr;
};
template <class T>
constexpr bool is_policy = std::is_base_of<PolicyMark, std::decay_t<T>>::value;
template <class T, class R = void>
using IfPolicy = std::enable_if_t<is_policy<T>, R>;
template <class T, class R = void>
using IfNoPolicy = std::enable_if_t<!is_policy<T>, R>;
template <class P>
constexpr bool on_device = std::is_same<typename std::decay_t<P>::system, device_system_tag>::value;

inline void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) {
    throw std::system_error(static_cast<int>(error), cuda_category(), what);
  }
}

/* clang makes no kernel of what only a __host__ __device__ function asks for: on the device that function works by itself. */
inline void check_launch(cudaError_t error) {
  check(error, error == cudaErrorInvalidDeviceFunction
                   ? "thrust: there is no kernel for an algorithm that a __host__ __device__ function calls on the host; make a "
                     "__host__ function of it, or of the part that the host uses"
                   : "thrust: a launch failed");
}

template <class F>
__global__ void apply_kernel(F f, size_t n) {
  const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (i < n) {
    f(i);
  }
}

/* f(0) ... f(n - 1), in any order. */
template <class P, class F>
inline void apply(const P& policy, size_t n, F f) {
  if (n == 0) {
    return;
  }
  if constexpr (on_device<P>) {
    constexpr unsigned kThreads = 256;
    apply_kernel<<<static_cast<unsigned>((n + kThreads - 1) / kThreads), kThreads, 0, policy.stream>>>(f, n);
    check_launch(cudaGetLastError());
    check(cudaStreamSynchronize(policy.stream), "thrust: a kernel failed");
  } else {
    for (size_t i = 0; i < n; ++i) {
      f(i);
    }
  }
}

/* Fails as kernels do if the memory is the host's, where an algorithm of the device runs on the host all the same. */
template <class P, class T>
inline void touch_on_device(const P& policy, T* data, size_t n) {
  cudaPointerAttributes attributes;
  if (n != 0 && cudaPointerGetAttributes(&attributes, data) == cudaSuccess && attributes.type == cudaMemoryTypeUnregistered) {
    apply(policy, 1, [=] __host__ __device__(size_t i) mutable { const_cast<volatile T*>(data)[i] = data[i]; });
  }
}

/* Memory of the system that the policy names, for as long as an algorithm runs. */
template <class T>
class Scratch {
 public:
  template <class P>
  Scratch(const P&, size_t count) : device_(on_device<P>) {
    if (count == 0) {
      return;
    }
    if (device_) {
      check(cudaMalloc(&data_, count * sizeof(T)), "thrust: no memory");
    } else {
      data_ = static_cast<T*>(::operator new(count * sizeof(T)));
    }
  }
  ~Scratch() {
    if (device_) {
      (void)cudaFree(data_);
    } else {
      ::operator delete(data_);
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  T* get() const { return data_; }
  /* One element, wherever it is. */
  T read(size_t i) const {
    alignas(T) unsigned char bytes[sizeof(T)];
    check(cudaMemcpy(bytes, data_ + i, sizeof(T), cudaMemcpyDefault), "thrust: a copy failed");
    return *reinterpret_cast<T*>(bytes);
  }

 private:
  T* data_ = nullptr;
  bool device_;
};

/* The system that an iterator of a program's own names, as iterator_facade does, or the host. */
template <class It, class = void>
struct NamedSystem {
  using type = host_system_tag;
};
template <class It>
struct NamedSystem<It, Void<typename It::iterator_system>> {
  using type = typename It::iterator_system;
};
/* The system of an iterator, and what stands for it inside an algorithm: pointers instead of device_ptr. */
template <class It>
struct IteratorTraits {
  using system = typename NamedSystem<It>::type;
  static It raw(It it) { return it; }
};
template <class It>
using SystemOf = typename IteratorTraits<std::decay_t<It>>::system;
template <class It>
auto raw(It it) {
  return IteratorTraits<It>::raw(it);
}
template <class A, class B>
using Join = std::conditional_t<std::is_same<A, any_system_tag>::value, B, A>;
template <class... Its>
struct JoinAll {
  using type = any_system_tag;
};
template <class First, class... Rest>
struct JoinAll<First, Rest...> {
  using type = Join<SystemOf<First>, typename JoinAll<Rest...>::type>;
};
/* The policy that algorithms without one run under: that of the iterators among their arguments. */
template <class T, class = void>
struct SystemOfArgument {
  using type = any_system_tag;
};
template <class T>
struct SystemOfArgument<T, Void<typename std::iterator_traits<T>::iterator_category>> {
  using type = SystemOf<T>;
};
template <class... Arguments>
struct JoinArguments {
  using type = any_system_tag;
};
template <class First, class... Rest>
struct JoinArguments<First, Rest...> {
  using type = Join<typename SystemOfArgument<First>::type, typename JoinArguments<Rest...>::type>;
};
template <class... Arguments>
using Implied = Policy<Join<typename JoinArguments<Arguments...>::type, device_system_tag>>;

template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;

}  // namespace details

struct device_policy : details::Policy<device_system_tag> {
  device_policy on(cudaStream_t stream) const {
    device_policy policy;
    policy.stream = stream;
    return policy;
  }
  /* Temporary memory is taken from the device whatever allocator is named. */
  template <class Allocator>
  device_policy operator()(Allocator&&) const {
    return *this;
  }
  template <class... Events>
  device_policy after(Events&&... events) const {
    (events.wait(), ...);
    return *this;
  }
};
struct host_policy : details::Policy<host_system_tag> {};
static const device_policy device;
static const host_policy host, seq;

namespace cuda {
static const device_policy par, par_nosync;
using tag = device_system_tag;
}  // namespace cuda
/* Systems of the host, all of which are one thread here */
namespace cpp {
static const host_policy par;
}
namespace omp {
static const host_policy par;
}
namespace tbb {
static const host_policy par;
}
namespace system {
namespace cuda = thrust::cuda;
namespace cpp = thrust::cpp;
namespace omp = thrust::omp;
namespace tbb = thrust::tbb;
}  // namespace system

template <class It>
using iterator_value_t = details::ValueOf<It>;
template <class It>
struct iterator_value {
  using type = details::ValueOf<It>;
};
template <class It>
struct iterator_traits : std::iterator_traits<It> {};
template <class It>
struct iterator_difference {
  using type = typename std::iterator_traits<It>::difference_type;
};
template <class It>
struct iterator_reference {
  using type = typename std::iterator_traits<It>::reference;
};
template <class It>
struct iterator_pointer {
  using type = typename std::iterator_traits<It>::pointer;
};
template <class It>
struct iterator_system {
  using type = details::SystemOf<It>;
};
template <class It>
using iterator_difference_t = typename iterator_difference<It>::type;
template <class It>
using iterator_reference_t = typename iterator_reference<It>::type;
template <class It>
using iterator_pointer_t = typename iterator_pointer<It>::type;
template <class It>
using iterator_system_t = typename iterator_system<It>::type;

namespace details {
template <class It>
constexpr bool jumps = std::is_convertible<typename std::iterator_traits<It>::iterator_category, std::random_access_iterator_tag>::value;
}  // namespace details

/* Lists are walked through. */
template <class It>
WS_THRUST typename std::iterator_traits<It>::difference_type distance(It first, It last) {
  if constexpr (details::jumps<It>) {
    return last - first;
  } else {
    typename std::iterator_traits<It>::difference_type n = 0;
    for (; first != last; ++first) {
      ++n;
    }
    return n;
  }
}
template <class It, class N>
WS_THRUST void advance(It& it, N n) {
  if constexpr (details::jumps<It>) {
    it += n;
  } else {
    for (; n > 0; --n) {
      ++it;
    }
    if constexpr (std::is_convertible<typename std::iterator_traits<It>::iterator_category, std::bidirectional_iterator_tag>::value) {
      for (; n < 0; ++n) {
        --it;
      }
    }
  }
}
template <class It>
WS_THRUST It next(It it, typename std::iterator_traits<It>::difference_type n = 1) {
  thrust::advance(it, n);
  return it;
}
template <class It>
WS_THRUST It prev(It it, typename std::iterator_traits<It>::difference_type n = 1) {
  thrust::advance(it, -n);
  return it;
}
/* Of two that are equal, the first. */
template <class T>
WS_THRUST T min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T, class Less>
WS_THRUST T min(const T& a, const T& b, Less less) {
  return less(b, a) ? b : a;
}
template <class T>
WS_THRUST T max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Less>
WS_THRUST T max(const T& a, const T& b, Less less) {
  return less(a, b) ? b : a;
}
template <class T>
WS_THRUST void swap(T& a, T& b) {
  T old = a;
  a = b;
  b = old;
}

}  // namespace thrust

/* An algorithm without a policy runs where its iterators are. `NAME` takes a policy first. */
#define WARPSCHOOL_THRUST_IMPLIED(NAME)                                                                         \
  template <class It, class... Rest, class = details::IfNoPolicy<It>>                                           \
  inline auto NAME(It first, Rest... rest) {                                                                    \
    return NAME(details::Implied<It, Rest...>(), first, rest...);                                               \
  }

#endif
