// How the arguments of a function of the API cross, by their types: numbers, handles and untyped
// pointers as they are; what a typed pointer leads to is copied, and copied back unless it is
// const.
#pragma once

#include "runtime/wire/messages.hpp"

#include <cuda_runtime_api.h>

#include <optional>
#include <tuple>
#include <type_traits>

namespace warpschool::sim::runtime::wire {

/// Pointers that only the runtime follows, and it knows all of them.
template <class T>
inline constexpr bool is_handle =
    std::is_void_v<T> || std::is_function_v<T> || std::is_same_v<T, CUstream_st> ||
    std::is_same_v<T, CUevent_st> || std::is_same_v<T, cudaArray> ||
    std::is_same_v<T, CUgraph_st> || std::is_same_v<T, CUgraphNode_st> ||
    std::is_same_v<T, CUgraphExec_st> || std::is_same_v<T, CUmemPoolHandle_st> ||
    std::is_same_v<T, CUfunc_st>;

template <class A>
using Pointee = std::remove_const_t<std::remove_pointer_t<A>>;

template <class A>
inline constexpr bool is_referred = std::is_pointer_v<A> && !is_handle<Pointee<A>>;
template <class A>
inline constexpr bool comes_back = is_referred<A> && !std::is_const_v<std::remove_pointer_t<A>>;

// The program's side.

template <class A>
void put_argument(Writer& out, A argument) {
  if constexpr (is_referred<A>) {
    out.put(static_cast<std::uint8_t>(argument != nullptr));
    if (argument != nullptr) {
      out.bytes(argument, kBytesOf<Pointee<A>>);
    }
  } else {
    out.put(argument);
  }
}

template <class A>
void take_back(Reader& in, A argument) {
  if constexpr (comes_back<A>) {
    if (argument != nullptr) {
      std::memcpy(static_cast<void*>(argument), in.bytes(kBytesOf<Pointee<A>>),
                  kBytesOf<Pointee<A>>);
    }
  }
}

// The device's side.

/// One argument, as long as the call is answered.
template <class A>
class Held {
 public:
  explicit Held(Reader& in) {
    if constexpr (is_referred<A>) {
      if (in.get<std::uint8_t>() != 0) {
        value_ = in.get<Pointee<A>>();
      }
    } else {
      value_ = in.get<A>();
    }
  }
  A get() {
    if constexpr (is_referred<A>) {
      return value_ ? &*value_ : nullptr;
    } else {
      return value_;
    }
  }
  void put_back(Writer& out) const {
    if constexpr (comes_back<A>) {
      if (value_) {
        out.put(*value_);
      }
    }
  }

 private:
  std::conditional_t<is_referred<A>, std::optional<Pointee<A>>,
                     std::conditional_t<is_referred<A>, int, A>>
      value_{};
};

/// Reads the arguments, makes the call, writes its status and what comes back.
template <class... A>
void serve(cudaError_t (*function)(A...), Reader& in, Writer& out) {
  std::tuple<Held<A>...> held{Held<A>(in)...};
  const cudaError_t status =
      std::apply([&](auto&... each) { return function(each.get()...); }, held);
  out.put(status);
  std::apply([&](auto&... each) { (each.put_back(out), ...); }, held);
}

}  // namespace warpschool::sim::runtime::wire
