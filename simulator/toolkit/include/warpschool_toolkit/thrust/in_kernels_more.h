/* The less common algorithms called in a kernel: the calling thread does all of it. */
#ifndef WARPSCHOOL_THRUST_IN_KERNELS_MORE_H
#define WARPSCHOOL_THRUST_IN_KERNELS_MORE_H

#include "in_kernels.h"

#define WS_IN_KERNEL __device__ __attribute__((nodebug)) inline
#define WS_POLICY class = details::IfPolicy<P>

namespace thrust {

/* One element after the other */
template <class P, class It, class Out, class F, class Test, WS_POLICY>
WS_IN_KERNEL Out transform_if(const P&, It first, It last, Out out, F f, Test test) {
  for (; first != last; ++first, ++out) {
    if (test(*first)) *out = f(*first);
  }
  return out;
}
template <class P, class It, class Stencil, class Out, class F, class Test, WS_POLICY>
WS_IN_KERNEL Out transform_if(const P&, It first, It last, Stencil stencil, Out out, F f, Test test) {
  for (; first != last; ++first, ++stencil, ++out) {
    if (test(*stencil)) *out = f(*first);
  }
  return out;
}
template <class P, class It, class N, class F, WS_POLICY>
WS_IN_KERNEL It generate_n(const P&, It first, N n, F f) {
  for (; n > 0; --n, ++first) *first = f();
  return first;
}
template <class P, class It, class Test, class T, WS_POLICY>
WS_IN_KERNEL void replace_if(const P&, It first, It last, Test test, const T& value) {
  for (; first != last; ++first) {
    if (test(*first)) *first = value;
  }
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL void replace(const P&, It first, It last, const T& old, const T& value) {
  for (; first != last; ++first) {
    if (*first == old) *first = value;
  }
}
template <class P, class It, class Out, class Test, class T, WS_POLICY>
WS_IN_KERNEL Out replace_copy_if(const P&, It first, It last, Out out, Test test, const T& value) {
  for (; first != last; ++first, ++out) {
    if (test(*first)) {
      *out = value;
    } else {
      *out = *first;
    }
  }
  return out;
}
template <class P, class It, class Out, class T, WS_POLICY>
WS_IN_KERNEL Out replace_copy(const P& policy, It first, It last, Out out, const T& old, const T& value) {
  return replace_copy_if(policy, first, last, out, [&](const details::ValueOf<It>& x) { return x == old; }, value);
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out reverse_copy(const P&, It first, It last, Out out) {
  for (; first != last; ++out) *out = *--last;
  return out;
}
template <class P, class A, class B, WS_POLICY>
WS_IN_KERNEL B swap_ranges(const P&, A first, A last, B second) {
  for (; first != last; ++first, ++second) {
    const details::ValueOf<A> old = *first;
    *first = *second;
    *second = old;
  }
  return second;
}
template <class P, class Map, class Stencil, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out gather_if(const P&, Map first, Map last, Stencil stencil, It in, Out out) {
  for (; first != last; ++first, ++stencil, ++out) {
    if (*stencil) *out = in[*first];
  }
  return out;
}
template <class P, class It, class Map, class Stencil, class Out, WS_POLICY>
WS_IN_KERNEL void scatter_if(const P&, It first, It last, Map map, Stencil stencil, Out out) {
  for (; first != last; ++first, ++map, ++stencil) {
    if (*stencil) out[*map] = *first;
  }
}
template <class P, class It, class Out, class F, WS_POLICY>
WS_IN_KERNEL Out adjacent_difference(const P&, It first, It last, Out out, F f) {
  if (first == last) return out;
  details::ValueOf<It> before = *first;
  *out = before;
  for (++first, ++out; first != last; ++first, ++out) {
    const details::ValueOf<It> value = *first; /* the result may take its place */
    *out = f(value, before);
    before = value;
  }
  return out;
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out adjacent_difference(const P& policy, It first, It last, Out out) {
  return adjacent_difference(policy, first, last, out, minus<details::ValueOf<It>>());
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL void uninitialized_fill(const P& policy, It first, It last, const T& value) {
  fill(policy, first, last, value);
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out uninitialized_copy(const P& policy, It first, It last, Out out) {
  return copy(policy, first, last, out);
}

/* Folds and searches */
template <class P, class A, class B, class T, class Sum, class Product, WS_POLICY>
WS_IN_KERNEL T inner_product(const P&, A first, A last, B second, T sum, Sum add, Product multiply) {
  for (; first != last; ++first, ++second) sum = add(sum, multiply(*first, *second));
  return sum;
}
template <class P, class A, class B, class Same, WS_POLICY>
WS_IN_KERNEL bool equal(const P&, A first, A last, B second, Same same) {
  for (; first != last && same(*first, *second); ++first) ++second;
  return first == last;
}
template <class P, class A, class B, class Same, WS_POLICY>
WS_IN_KERNEL pair<A, B> mismatch(const P&, A first, A last, B second, Same same) {
  for (; first != last && same(*first, *second); ++first) ++second;
  return pair<A, B>(first, second);
}
template <class P, class A, class B, WS_POLICY>
WS_IN_KERNEL pair<A, B> mismatch(const P& policy, A first, A last, B second) {
  return mismatch(policy, first, last, second, equal_to<>());
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL It find_if_not(const P&, It first, It last, Test test) {
  while (first != last && test(*first)) ++first;
  return first;
}
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL It is_sorted_until(const P&, It first, It last, Less less_than) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next) {
    if (less_than(*next, *first)) return next;
  }
  return last;
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL It is_sorted_until(const P& policy, It first, It last) {
  return is_sorted_until(policy, first, last, less<details::ValueOf<It>>());
}
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL pair<It, It> minmax_element(const P& policy, It first, It last, Less less_than) {
  return pair<It, It>(min_element(policy, first, last, less_than), max_element(policy, first, last, less_than));
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL pair<It, It> minmax_element(const P& policy, It first, It last) {
  return minmax_element(policy, first, last, less<details::ValueOf<It>>());
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL It partition_point(const P& policy, It first, It last, Test test) {
  return find_if_not(policy, first, last, test);
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL bool is_partitioned(const P& policy, It first, It last, Test test) {
  return none_of(policy, find_if_not(policy, first, last, test), last, test);
}

/* Prefix sums */
template <class P, class It, class Out, class F, class Op, WS_POLICY>
WS_IN_KERNEL Out transform_inclusive_scan(const P&, It first, It last, Out out, F f, Op op) {
  if (first == last) return out;
  auto sum = f(*first);
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) *out = sum = op(sum, f(*first));
  return out;
}
template <class P, class It, class Out, class F, class T, class Op, WS_POLICY>
WS_IN_KERNEL Out transform_exclusive_scan(const P&, It first, It last, Out out, F f, T sum, Op op) {
  for (; first != last; ++first, ++out) {
    const T next = op(sum, f(*first));
    *out = sum;
    sum = next;
  }
  return out;
}
template <class P, class Keys, class Values, class Out, class Equal, class Op, WS_POLICY>
WS_IN_KERNEL Out inclusive_scan_by_key(const P&, Keys first, Keys last, Values values, Out out, Equal same, Op op) {
  if (first == last) return out;
  details::ValueOf<Values> sum = *values;
  *out = sum;
  for (Keys before = first++; first != last; before = first++) {
    ++values;
    sum = same(*before, *first) ? op(sum, *values) : details::ValueOf<Values>(*values);
    *++out = sum;
  }
  return ++out;
}
template <class P, class Keys, class Values, class Out, WS_POLICY>
WS_IN_KERNEL Out inclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out out) {
  return inclusive_scan_by_key(policy, first, last, values, out, equal_to<details::ValueOf<Keys>>(), plus<details::ValueOf<Values>>());
}
template <class P, class Keys, class Values, class Out, class T, class Equal, class Op, WS_POLICY>
WS_IN_KERNEL Out exclusive_scan_by_key(const P&, Keys first, Keys last, Values values, Out out, T initial, Equal same, Op op) {
  T sum = initial;
  for (Keys before = first; first != last; before = first++, ++values, ++out) {
    if (before != first && !same(*before, *first)) sum = initial;
    const T next = op(sum, *values);
    *out = sum;
    sum = next;
  }
  return out;
}
template <class P, class Keys, class Values, class Out, class T, WS_POLICY>
WS_IN_KERNEL Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out out, T initial) {
  return exclusive_scan_by_key(policy, first, last, values, out, initial, equal_to<details::ValueOf<Keys>>(), plus<T>());
}
template <class P, class Keys, class Values, class Out, WS_POLICY>
WS_IN_KERNEL Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out out) {
  return exclusive_scan_by_key(policy, first, last, values, out, details::ValueOf<Values>());
}

/* Selections keep the order. */
template <class P, class It, class Stencil, class Out, class Test, WS_POLICY>
WS_IN_KERNEL Out copy_if(const P&, It first, It last, Stencil stencil, Out out, Test test) {
  for (; first != last; ++first, ++stencil) {
    if (test(*stencil)) *out++ = *first;
  }
  return out;
}
template <class P, class It, class Out, class Test, WS_POLICY>
WS_IN_KERNEL Out remove_copy_if(const P&, It first, It last, Out out, Test test) {
  for (; first != last; ++first) {
    if (!test(*first)) *out++ = *first;
  }
  return out;
}
template <class P, class It, class Out, class T, WS_POLICY>
WS_IN_KERNEL Out remove_copy(const P&, It first, It last, Out out, const T& value) {
  for (; first != last; ++first) {
    if (!(*first == value)) *out++ = *first;
  }
  return out;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL It remove(const P& policy, It first, It last, const T& value) {
  return remove_copy(policy, first, last, first, value);
}
template <class P, class It, class Stencil, class Test, WS_POLICY>
WS_IN_KERNEL It remove_if(const P&, It first, It last, Stencil stencil, Test test) {
  It out = first;
  for (; first != last; ++first, ++stencil) {
    if (!test(*stencil)) *out++ = *first;
  }
  return out;
}
template <class P, class It, class Yes, class No, class Test, WS_POLICY>
WS_IN_KERNEL pair<Yes, No> partition_copy(const P&, It first, It last, Yes yes, No no, Test test) {
  for (; first != last; ++first) {
    if (test(*first)) {
      *yes++ = *first;
    } else {
      *no++ = *first;
    }
  }
  return pair<Yes, No>(yes, no);
}
template <class P, class It, class Yes, class No, class Test, WS_POLICY>
WS_IN_KERNEL pair<Yes, No> stable_partition_copy(const P& policy, It first, It last, Yes yes, No no, Test test) {
  return partition_copy(policy, first, last, yes, no, test);
}
/* An element that belongs to the first group moves forward past those of the second. */
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL It stable_partition(const P&, It first, It last, Test test) {
  std::ptrdiff_t middle = 0;
  for (std::ptrdiff_t i = 0; i < last - first; ++i) {
    const details::ValueOf<It> value = first[i];
    if (test(value)) {
      for (std::ptrdiff_t k = i; k > middle; --k) first[k] = details::ValueOf<It>(first[k - 1]);
      first[middle++] = value;
    }
  }
  return first + middle;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL It partition(const P& policy, It first, It last, Test test) {
  return stable_partition(policy, first, last, test);
}
template <class P, class It, class Out, class Equal, WS_POLICY>
WS_IN_KERNEL Out unique_copy(const P&, It first, It last, Out out, Equal same) {
  if (first == last) return out;
  *out++ = *first;
  for (It kept = first++; first != last; ++first) {
    if (!same(*kept, *first)) {
      *out++ = *first;
      kept = first;
    }
  }
  return out;
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out unique_copy(const P& policy, It first, It last, Out out) {
  return unique_copy(policy, first, last, out, equal_to<details::ValueOf<It>>());
}
template <class P, class It, class Equal, WS_POLICY>
WS_IN_KERNEL It unique(const P&, It first, It last, Equal same) {
  if (first == last) return last;
  It out = first;
  for (++first; first != last; ++first) {
    if (!same(*out, *first)) *++out = *first;
  }
  return ++out;
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op, WS_POLICY>
WS_IN_KERNEL pair<KeysOut, ValuesOut> reduce_by_key(const P&, Keys first, Keys last, Values values, KeysOut keys_out,
                                                    ValuesOut values_out, Equal same, Op op) {
  while (first != last) {
    const details::ValueOf<Keys> key = *first;
    details::ValueOf<Values> sum = *values;
    for (++first, ++values; first != last && same(key, *first); ++first, ++values) sum = op(sum, *values);
    *keys_out++ = key;
    *values_out++ = sum;
  }
  return pair<KeysOut, ValuesOut>(keys_out, values_out);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, WS_POLICY>
WS_IN_KERNEL pair<KeysOut, ValuesOut> reduce_by_key(const P& policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                                    ValuesOut values_out) {
  return reduce_by_key(policy, first, last, values, keys_out, values_out, equal_to<details::ValueOf<Keys>>(),
                       plus<details::ValueOf<Values>>());
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, WS_POLICY>
WS_IN_KERNEL pair<KeysOut, ValuesOut> unique_by_key_copy(const P&, Keys first, Keys last, Values values, KeysOut keys_out,
                                                         ValuesOut values_out) {
  while (first != last) {
    const details::ValueOf<Keys> key = *first;
    *keys_out++ = key;
    *values_out++ = *values;
    while (first != last && key == *first) ++first, ++values;
  }
  return pair<KeysOut, ValuesOut>(keys_out, values_out);
}
template <class P, class Keys, class Values, WS_POLICY>
WS_IN_KERNEL pair<Keys, Values> unique_by_key(const P& policy, Keys first, Keys last, Values values) {
  return unique_by_key_copy(policy, first, last, values, first, values);
}

/* Sorted ranges */
template <class P, class It, class T, class Less, WS_POLICY>
WS_IN_KERNEL bool binary_search(const P& policy, It first, It last, const T& value, Less less_than) {
  const It at = lower_bound(policy, first, last, value, less_than);
  return at != last && !less_than(value, *at);
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL pair<It, It> equal_range(const P& policy, It first, It last, const T& value) {
  return pair<It, It>(lower_bound(policy, first, last, value), upper_bound(policy, first, last, value));
}
template <class P, class A, class B, class Out, class Less, WS_POLICY>
WS_IN_KERNEL Out merge(const P& policy, A a, A a_end, B b, B b_end, Out out, Less less_than) {
  for (; a != a_end && b != b_end; ++out) {
    if (less_than(*b, *a)) {
      *out = *b++;
    } else {
      *out = *a++;
    }
  }
  return copy(policy, b, b_end, copy(policy, a, a_end, out));
}
template <class P, class A, class B, class Out, WS_POLICY>
WS_IN_KERNEL Out merge(const P& policy, A a, A a_end, B b, B b_end, Out out) {
  return merge(policy, a, a_end, b, b_end, out, less<details::ValueOf<A>>());
}
namespace details {
/* Walks through two sorted ranges: what only the first has, what both have, what only the second has. */
template <bool kFirst, bool kBoth, bool kSecond, class P, class A, class B, class Out, class Less>
__device__ inline Out combine_sets(const P& policy, A a, A a_end, B b, B b_end, Out out, Less less_than) {
  while (a != a_end && b != b_end) {
    if (less_than(*a, *b)) {
      if (kFirst) *out++ = *a;
      ++a;
    } else if (less_than(*b, *a)) {
      if (kSecond) *out++ = *b;
      ++b;
    } else {
      if (kBoth) *out++ = *a;
      ++a, ++b;
    }
  }
  out = kFirst ? copy(policy, a, a_end, out) : out;
  return kSecond ? copy(policy, b, b_end, out) : out;
}
}  // namespace details
#define WS_SET_OPERATION(name, first, both, second)                                                        \
  template <class P, class A, class B, class Out, class Less, WS_POLICY>                                   \
  WS_IN_KERNEL Out name(const P& policy, A a, A a_end, B b, B b_end, Out out, Less less_than) {            \
    return details::combine_sets<first, both, second>(policy, a, a_end, b, b_end, out, less_than);         \
  }                                                                                                        \
  template <class P, class A, class B, class Out, WS_POLICY>                                               \
  WS_IN_KERNEL Out name(const P& policy, A a, A a_end, B b, B b_end, Out out) {                            \
    return name(policy, a, a_end, b, b_end, out, less<details::ValueOf<A>>());                             \
  }
WS_SET_OPERATION(set_union, true, true, true)
WS_SET_OPERATION(set_intersection, false, true, false)
WS_SET_OPERATION(set_difference, true, false, false)
WS_SET_OPERATION(set_symmetric_difference, true, false, true)
#undef WS_SET_OPERATION

}  // namespace thrust

#undef WS_IN_KERNEL
#undef WS_POLICY

#endif
