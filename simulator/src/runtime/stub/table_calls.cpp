// The functions of calls.def: each sends its arguments and takes back what the device changed.
#include "runtime/stub/connection.hpp"
#include "runtime/wire/marshal.hpp"

#include <cuda_runtime_api.h>

#include <tuple>
#include <type_traits>

namespace warpschool::sim::runtime::stub {
namespace {

#define WARPSCHOOL_CALL(count, name) k_##name,
#define WARPSCHOOL_OVERLOADED(count, name, ...) k_##name,
enum Number : std::uint32_t {
#include "runtime/wire/calls.def"
};
#undef WARPSCHOOL_CALL
#undef WARPSCHOOL_OVERLOADED

template <class F>
struct Arguments;
template <class... A>
struct Arguments<cudaError_t(A...)> {
  using Types = std::tuple<A...>;
};
template <class F, std::size_t I>
using Argument = std::tuple_element_t<I, typename Arguments<F>::Types>;

constexpr std::size_t kSmallCopy = 16u << 10;

/// What a small copy will read of the program goes along with it.
template <class... A>
void prefetch_source(Number number, Outgoing& call, A... arguments) {
  if constexpr (std::is_same_v<std::tuple<A...>,
                               std::tuple<void*, const void*, size_t, cudaMemcpyKind>>) {
    const auto& [to, from, bytes, kind] = std::tuple(arguments...);
    if (number == k_cudaMemcpy && kind == cudaMemcpyHostToDevice && bytes <= kSmallCopy &&
        from != nullptr) {
      call.prefetch(from, bytes);
    }
  } else {
    (void)number;
    (void)call;
  }
}

template <class... A>
cudaError_t remote(Number number, const void* return_address, A... arguments) {
  Outgoing call(number, return_address);
  (wire::put_argument<A>(call.arguments(), arguments), ...);
  prefetch_source(number, call, arguments...);
  const cudaError_t error = call.send();
  if (error != cudaSuccess) {
    return error;
  }
  const auto status = call.results().get<cudaError_t>();
  (wire::take_back<A>(call.results(), arguments), ...);
  if (status == cudaErrorNotReady) {
    forgive_call();
  }
  return status;
}

}  // namespace

// Their parameters have no names of their own: a, b, c ... (.clang-tidy here knows that they are
// not the header's)
// NOLINTBEGIN(readability-function-size,readability-identifier-length)
extern "C" {

#define WS_P(F, i, n) Argument<F, i> n

#define WARPSCHOOL_TYPED_0(name, F)                       \
  cudaError_t name(void) {                                \
    return remote(k_##name, __builtin_return_address(0)); \
  }
#define WARPSCHOOL_TYPED_1(name, F)                          \
  cudaError_t name(WS_P(F, 0, a)) {                          \
    return remote(k_##name, __builtin_return_address(0), a); \
  }
#define WARPSCHOOL_TYPED_2(name, F)                             \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b)) {              \
    return remote(k_##name, __builtin_return_address(0), a, b); \
  }
#define WARPSCHOOL_TYPED_3(name, F)                                \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c)) {  \
    return remote(k_##name, __builtin_return_address(0), a, b, c); \
  }
#define WARPSCHOOL_TYPED_4(name, F)                                              \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c), WS_P(F, 3, d)) { \
    return remote(k_##name, __builtin_return_address(0), a, b, c, d);            \
  }
#define WARPSCHOOL_TYPED_5(name, F)                                                             \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c), WS_P(F, 3, d), WS_P(F, 4, e)) { \
    return remote(k_##name, __builtin_return_address(0), a, b, c, d, e);                        \
  }
#define WARPSCHOOL_TYPED_6(name, F)                                                           \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c), WS_P(F, 3, d), WS_P(F, 4, e), \
                   WS_P(F, 5, f)) {                                                           \
    return remote(k_##name, __builtin_return_address(0), a, b, c, d, e, f);                   \
  }
#define WARPSCHOOL_TYPED_7(name, F)                                                           \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c), WS_P(F, 3, d), WS_P(F, 4, e), \
                   WS_P(F, 5, f), WS_P(F, 6, g)) {                                            \
    return remote(k_##name, __builtin_return_address(0), a, b, c, d, e, f, g);                \
  }
#define WARPSCHOOL_TYPED_8(name, F)                                                           \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c), WS_P(F, 3, d), WS_P(F, 4, e), \
                   WS_P(F, 5, f), WS_P(F, 6, g), WS_P(F, 7, h)) {                             \
    return remote(k_##name, __builtin_return_address(0), a, b, c, d, e, f, g, h);             \
  }
#define WARPSCHOOL_TYPED_9(name, F)                                                           \
  cudaError_t name(WS_P(F, 0, a), WS_P(F, 1, b), WS_P(F, 2, c), WS_P(F, 3, d), WS_P(F, 4, e), \
                   WS_P(F, 5, f), WS_P(F, 6, g), WS_P(F, 7, h), WS_P(F, 8, i)) {              \
    return remote(k_##name, __builtin_return_address(0), a, b, c, d, e, f, g, h, i);          \
  }
#define WARPSCHOOL_CALL(count, name) WARPSCHOOL_TYPED_##count(name, decltype(name))
#define WARPSCHOOL_OVERLOADED(count, name, ...) \
  WARPSCHOOL_TYPED_##count(name, WARPSCHOOL_ONE(__VA_ARGS__))
#define WARPSCHOOL_ONE(...) std::type_identity_t<__VA_ARGS__>

#include "runtime/wire/calls.def"

}  // extern "C"
// NOLINTEND(readability-function-size,readability-identifier-length)

}  // namespace warpschool::sim::runtime::stub
