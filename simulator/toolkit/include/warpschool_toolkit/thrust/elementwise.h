/* Algorithms that treat each element for itself. */
#ifndef WARPSCHOOL_THRUST_ELEMENTWISE_H
#define WARPSCHOOL_THRUST_ELEMENTWISE_H

#include "in_kernels.h"
#include "iterators.h"

namespace thrust {

#define WS_EACH [=] __host__ __device__(size_t i) mutable

namespace details {
template <class It>
size_t count_of(It first, It last) {
  return static_cast<size_t>(thrust::distance(first, last));
}
}  // namespace details

template <class P, class It, class N, class F, class = details::IfPolicy<P>>
inline It for_each_n(const P& policy, It first, N n, F f) {
  auto in = details::raw(first);
  details::apply(policy, static_cast<size_t>(n), WS_EACH { f(in[i]); });
  return first + n;
}
WARPSCHOOL_THRUST_IMPLIED(for_each_n)

template <class P, class It, class F, class = details::IfPolicy<P>>
inline It for_each(const P& policy, It first, It last, F f) {
  return for_each_n(policy, first, last - first, f);
}
WARPSCHOOL_THRUST_IMPLIED(for_each)

template <class P, class It, class Out, class F, class = details::IfPolicy<P>>
inline Out transform(const P& policy, It first, It last, Out result, F f) {
  auto in = details::raw(first);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = f(in[i]); });
  return result + (last - first);
}
template <class P, class A, class B, class Out, class F, class = details::IfPolicy<P>>
inline Out transform(const P& policy, A first, A last, B second, Out result, F f) {
  auto a = details::raw(first);
  auto b = details::raw(second);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = f(a[i], b[i]); });
  return result + (last - first);
}
WARPSCHOOL_THRUST_IMPLIED(transform)

template <class P, class It, class Out, class F, class Test, class = details::IfPolicy<P>>
inline Out transform_if(const P& policy, It first, It last, Out result, F f, Test test) {
  auto in = details::raw(first);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(in[i])) {
      out[i] = f(in[i]);
    }
  });
  return result + (last - first);
}
template <class P, class It, class Stencil, class Out, class F, class Test, class = details::IfPolicy<P>>
inline Out transform_if(const P& policy, It first, It last, Stencil stencil, Out result, F f, Test test) {
  auto in = details::raw(first);
  auto asked = details::raw(stencil);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(asked[i])) {
      out[i] = f(in[i]);
    }
  });
  return result + (last - first);
}
template <class P, class A, class B, class Stencil, class Out, class F, class Test, class = details::IfPolicy<P>>
inline Out transform_if(const P& policy, A first, A last, B second, Stencil stencil, Out result, F f, Test test) {
  auto a = details::raw(first);
  auto b = details::raw(second);
  auto asked = details::raw(stencil);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(asked[i])) {
      out[i] = f(a[i], b[i]);
    }
  });
  return result + (last - first);
}
WARPSCHOOL_THRUST_IMPLIED(transform_if)

template <class P, class It, class T, class = details::IfPolicy<P>>
inline void fill(const P& policy, It first, It last, const T& wanted) {
  auto out = details::raw(first);
  const details::ValueOf<It> value = static_cast<details::ValueOf<It>>(wanted);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = value; });
}
WARPSCHOOL_THRUST_IMPLIED(fill)

template <class P, class It, class N, class T, class = details::IfPolicy<P>>
inline It fill_n(const P& policy, It first, N n, const T& value) {
  fill(policy, first, first + n, value);
  return first + n;
}
WARPSCHOOL_THRUST_IMPLIED(fill_n)

template <class P, class It, class F, class = details::IfPolicy<P>>
inline void tabulate(const P& policy, It first, It last, F f) {
  auto out = details::raw(first);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = f(static_cast<std::ptrdiff_t>(i)); });
}
WARPSCHOOL_THRUST_IMPLIED(tabulate)

template <class P, class It, class T, class = details::IfPolicy<P>>
inline void sequence(const P& policy, It first, It last, T begin, T step) {
  auto out = details::raw(first);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if constexpr (std::is_arithmetic<T>::value) {
      out[i] = static_cast<T>(begin + step * static_cast<T>(i));
    } else {
      out[i] = begin + step * i;
    }
  });
}
template <class P, class It, class T, class = details::IfPolicy<P>>
inline void sequence(const P& policy, It first, It last, T begin) {
  sequence(policy, first, last, begin, T(1));
}
template <class P, class It, class = details::IfPolicy<P>>
inline void sequence(const P& policy, It first, It last) {
  using T = details::ValueOf<It>;
  sequence(policy, first, last, T(0), T(1));
}
WARPSCHOOL_THRUST_IMPLIED(sequence)

/* The function is called on the side where the elements are. */
template <class P, class It, class F, class = details::IfPolicy<P>>
inline void generate(const P& policy, It first, It last, F f) {
  auto out = details::raw(first);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = f(); });
}
WARPSCHOOL_THRUST_IMPLIED(generate)
template <class P, class It, class N, class F, class = details::IfPolicy<P>>
inline It generate_n(const P& policy, It first, N n, F f) {
  generate(policy, first, first + n, f);
  return first + n;
}
WARPSCHOOL_THRUST_IMPLIED(generate_n)

template <class P, class It, class Test, class T, class = details::IfPolicy<P>>
inline void replace_if(const P& policy, It first, It last, Test test, const T& value) {
  auto out = details::raw(first);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(out[i])) {
      out[i] = value;
    }
  });
}
template <class P, class It, class Stencil, class Test, class T, class = details::IfPolicy<P>>
inline void replace_if(const P& policy, It first, It last, Stencil stencil, Test test, const T& value) {
  auto out = details::raw(first);
  auto asked = details::raw(stencil);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(asked[i])) {
      out[i] = value;
    }
  });
}
WARPSCHOOL_THRUST_IMPLIED(replace_if)

template <class P, class It, class T, class = details::IfPolicy<P>>
inline void replace(const P& policy, It first, It last, const T& old, const T& value) {
  auto out = details::raw(first);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (out[i] == old) {
      out[i] = value;
    }
  });
}
WARPSCHOOL_THRUST_IMPLIED(replace)

/* result[i] = input[map[i]] */
template <class P, class Map, class It, class Out, class = details::IfPolicy<P>>
inline Out gather(const P& policy, Map first, Map last, It input, Out result) {
  auto map = details::raw(first);
  auto in = details::raw(input);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = in[map[i]]; });
  return result + (last - first);
}
WARPSCHOOL_THRUST_IMPLIED(gather)

/* result[map[i]] = input[i] */
template <class P, class It, class Map, class Out, class = details::IfPolicy<P>>
inline void scatter(const P& policy, It first, It last, Map where, Out result) {
  auto in = details::raw(first);
  auto map = details::raw(where);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH { out[map[i]] = in[i]; });
}
WARPSCHOOL_THRUST_IMPLIED(scatter)

template <class P, class It, class = details::IfPolicy<P>>
inline void reverse(const P& policy, It first, It last) {
  auto data = details::raw(first);
  const size_t n = details::count_of(first, last);
  details::apply(policy, n / 2, WS_EACH {
    const details::ValueOf<It> low = data[i];
    data[i] = data[n - 1 - i];
    data[n - 1 - i] = low;
  });
}
WARPSCHOOL_THRUST_IMPLIED(reverse)

namespace details {

template <class A, class B>
auto same_place_if_comparable(const A& a, const B& b, int) -> decltype(static_cast<bool>(a == b)) {
  return a == b;
}
template <class A, class B>
bool same_place_if_comparable(const A&, const B&, ...) {
  return false;
}
template <class A, class B>
bool same_place(const A& a, const B& b) {
  return same_place_if_comparable(a, b, 0);
}

}  // namespace details

/* `result` may be `first`: then the differences wait elsewhere until all neighbours have been read. */
template <class P, class It, class Out, class F, class = details::IfPolicy<P>>
inline Out adjacent_difference(const P& policy, It first, It last, Out result, F f) {
  using Value = details::ValueOf<It>;
  auto in = details::raw(first);
  auto out = details::raw(result);
  const size_t n = details::count_of(first, last);
  if (!details::same_place(in, out)) {
    details::apply(policy, n, WS_EACH { out[i] = i == 0 ? in[i] : f(in[i], in[i - 1]); });
  } else if (n > 1) {
    details::Scratch<Value> differences(policy, n);
    Value* difference = differences.get();
    details::apply(policy, n, WS_EACH { difference[i] = i == 0 ? in[i] : f(in[i], in[i - 1]); });
    details::apply(policy, n, WS_EACH { out[i] = difference[i]; });
  }
  return result + (last - first);
}
template <class P, class It, class Out, class = details::IfPolicy<P>>
inline Out adjacent_difference(const P& policy, It first, It last, Out result) {
  return adjacent_difference(policy, first, last, result, minus<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(adjacent_difference)

/* Between host and device too: plain elements in one copy, others through an array of them. */
template <class It, class Out>
inline Out copy_between(It first, It last, Out result) {
  using Value = details::ValueOf<It>;
  using To = details::ValueOf<Out>;
  const size_t n = details::count_of(first, last);
  if (n == 0) {
    return result;
  }
  constexpr bool from_host = std::is_same<details::SystemOf<It>, host_system_tag>::value;
  auto in = details::raw(first);
  auto out = details::raw(result);
  if constexpr (from_host) { /* to the device */
    To* staged = static_cast<To*>(::operator new(n * sizeof(To)));
    for (size_t i = 0; i < n; ++i, ++in) {
      new (staged + i) To(*in);
    }
    details::Scratch<To> buffer(device, n);
    details::check(cudaMemcpy(buffer.get(), staged, n * sizeof(To), cudaMemcpyHostToDevice), "thrust: a copy failed");
    ::operator delete(staged);
    To* at = buffer.get();
    details::apply(device, n, WS_EACH { out[i] = at[i]; });
    return result + static_cast<std::ptrdiff_t>(n);
  } else {
    details::Scratch<Value> buffer(device, n);
    Value* at = buffer.get();
    details::apply(device, n, WS_EACH { at[i] = in[i]; });
    Value* staged = static_cast<Value*>(::operator new(n * sizeof(Value)));
    details::check(cudaMemcpy(staged, at, n * sizeof(Value), cudaMemcpyDeviceToHost), "thrust: a copy failed");
    for (size_t i = 0; i < n; ++i, ++out) {
      *out = staged[i];
    }
    ::operator delete(staged);
    return out;
  }
}

template <class P, class It, class Out, class = details::IfPolicy<P>>
inline Out copy(const P& policy, It first, It last, Out result) {
  if constexpr (details::on_device<P>) {
    auto in = details::raw(first);
    auto out = details::raw(result);
    details::apply(policy, details::count_of(first, last), WS_EACH { out[i] = in[i]; });
    return result + (last - first);
  } else {
    for (; first != last; ++first, ++result) { /* also streams, which go one way only */
      *result = *first;
    }
    return result;
  }
}
template <class It, class Out, class = details::IfNoPolicy<It>>
inline Out copy(It first, It last, Out result) {
  using From = details::SystemOf<It>;
  using To = details::SystemOf<Out>;
  constexpr bool crosses = !std::is_same<From, To>::value && !std::is_same<From, any_system_tag>::value &&
                           !std::is_same<To, any_system_tag>::value;
  if constexpr (crosses) {
    return copy_between(first, last, result);
  } else {
    return copy(details::Implied<It, Out>(), first, last, result);
  }
}
template <class P, class It, class N, class Out, class = details::IfPolicy<P>>
inline Out copy_n(const P& policy, It first, N n, Out result) {
  return thrust::copy(policy, first, thrust::next(first, n), result);
}
template <class It, class N, class Out, class = details::IfNoPolicy<It>>
inline Out copy_n(It first, N n, Out result) {
  return thrust::copy(first, thrust::next(first, n), result);
}

}  // namespace thrust

#endif
