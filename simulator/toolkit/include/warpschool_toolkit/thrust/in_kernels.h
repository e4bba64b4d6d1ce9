/* Algorithms called in a kernel: the calling thread does all of it, with thrust::seq and with any other policy. Each is an overload for
 * device code beside the host's of the same name. */
#ifndef WARPSCHOOL_THRUST_IN_KERNELS_H
#define WARPSCHOOL_THRUST_IN_KERNELS_H

#include "functional.h"
#include "tuple.h"

#define WS_IN_KERNEL __device__ __attribute__((nodebug)) inline
#define WS_POLICY class = details::IfPolicy<P>

namespace thrust {

/* One element after the other */
template <class P, class It, class F, WS_POLICY>
WS_IN_KERNEL It for_each(const P&, It first, It last, F f) {
  for (; first != last; ++first) f(*first);
  return first;
}
template <class P, class It, class N, class F, WS_POLICY>
WS_IN_KERNEL It for_each_n(const P&, It first, N n, F f) {
  for (; n > 0; --n, ++first) f(*first);
  return first;
}
template <class P, class It, class Out, class F, WS_POLICY>
WS_IN_KERNEL Out transform(const P&, It first, It last, Out out, F f) {
  for (; first != last; ++first, ++out) *out = f(*first);
  return out;
}
template <class P, class A, class B, class Out, class F, WS_POLICY>
WS_IN_KERNEL Out transform(const P&, A first, A last, B second, Out out, F f) {
  for (; first != last; ++first, ++second, ++out) *out = f(*first, *second);
  return out;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL void fill(const P&, It first, It last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class P, class It, class N, class T, WS_POLICY>
WS_IN_KERNEL It fill_n(const P&, It first, N n, const T& value) {
  for (; n > 0; --n, ++first) *first = value;
  return first;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL void sequence(const P&, It first, It last, T value, T step) {
  for (; first != last; ++first, value = value + step) *first = value;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL void sequence(const P& policy, It first, It last, T value) {
  sequence(policy, first, last, value, T(1));
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL void sequence(const P& policy, It first, It last) {
  using T = details::ValueOf<It>;
  sequence(policy, first, last, T(0), T(1));
}
template <class P, class It, class F, WS_POLICY>
WS_IN_KERNEL void tabulate(const P&, It first, It last, F f) {
  for (std::ptrdiff_t i = 0; first != last; ++first, ++i) *first = f(i);
}
template <class P, class It, class F, WS_POLICY>
WS_IN_KERNEL void generate(const P&, It first, It last, F f) {
  for (; first != last; ++first) *first = f();
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out copy(const P&, It first, It last, Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class P, class It, class N, class Out, WS_POLICY>
WS_IN_KERNEL Out copy_n(const P&, It first, N n, Out out) {
  for (; n > 0; --n, ++first, ++out) *out = *first;
  return out;
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL void reverse(const P&, It first, It last) {
  while (first != last && first != --last) swap(*first++, *last);
}
template <class P, class Map, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out gather(const P&, Map first, Map last, It in, Out out) {
  for (; first != last; ++first, ++out) *out = in[*first];
  return out;
}
template <class P, class It, class Map, class Out, WS_POLICY>
WS_IN_KERNEL void scatter(const P&, It first, It last, Map map, Out out) {
  for (; first != last; ++first, ++map) out[*map] = *first;
}

/* Folds */
template <class P, class It, class T, class Op, WS_POLICY>
WS_IN_KERNEL T reduce(const P&, It first, It last, T sum, Op op) {
  for (; first != last; ++first) sum = op(sum, *first);
  return sum;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL T reduce(const P& policy, It first, It last, T sum) {
  return reduce(policy, first, last, sum, plus<T>());
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL details::ValueOf<It> reduce(const P& policy, It first, It last) {
  return reduce(policy, first, last, details::ValueOf<It>());
}
template <class P, class It, class F, class T, class Op, WS_POLICY>
WS_IN_KERNEL T transform_reduce(const P&, It first, It last, F f, T sum, Op op) {
  for (; first != last; ++first) sum = op(sum, f(*first));
  return sum;
}
template <class P, class A, class B, class T, WS_POLICY>
WS_IN_KERNEL T inner_product(const P&, A first, A last, B second, T sum) {
  for (; first != last; ++first, ++second) sum = sum + *first * *second;
  return sum;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL std::ptrdiff_t count_if(const P&, It first, It last, Test test) {
  std::ptrdiff_t n = 0;
  for (; first != last; ++first) n += test(*first) ? 1 : 0;
  return n;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL std::ptrdiff_t count(const P&, It first, It last, const T& value) {
  std::ptrdiff_t n = 0;
  for (; first != last; ++first) n += *first == value ? 1 : 0;
  return n;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL It find_if(const P&, It first, It last, Test test) {
  while (first != last && !test(*first)) ++first;
  return first;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL It find(const P&, It first, It last, const T& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL bool any_of(const P& policy, It first, It last, Test test) {
  return find_if(policy, first, last, test) != last;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL bool none_of(const P& policy, It first, It last, Test test) {
  return find_if(policy, first, last, test) == last;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL bool all_of(const P&, It first, It last, Test test) {
  while (first != last && test(*first)) ++first;
  return first == last;
}
template <class P, class A, class B, WS_POLICY>
WS_IN_KERNEL bool equal(const P&, A first, A last, B second) {
  for (; first != last && *first == *second; ++first) ++second;
  return first == last;
}
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL It min_element(const P&, It first, It last, Less less_than) {
  It best = first;
  for (; first != last; ++first) best = less_than(*first, *best) ? first : best;
  return best;
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL It min_element(const P& policy, It first, It last) {
  return min_element(policy, first, last, less<details::ValueOf<It>>());
}
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL It max_element(const P&, It first, It last, Less less_than) {
  It best = first;
  for (; first != last; ++first) best = less_than(*best, *first) ? first : best;
  return best;
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL It max_element(const P& policy, It first, It last) {
  return max_element(policy, first, last, less<details::ValueOf<It>>());
}

/* Prefix sums; the result may be written over the values. */
template <class P, class It, class Out, class Op, WS_POLICY>
WS_IN_KERNEL Out inclusive_scan(const P&, It first, It last, Out out, Op op) {
  if (first == last) return out;
  details::ValueOf<It> sum = *first;
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) *out = sum = op(sum, *first);
  return out;
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out inclusive_scan(const P& policy, It first, It last, Out out) {
  return inclusive_scan(policy, first, last, out, plus<details::ValueOf<It>>());
}
template <class P, class It, class Out, class T, class Op, WS_POLICY>
WS_IN_KERNEL Out exclusive_scan(const P&, It first, It last, Out out, T sum, Op op) {
  for (; first != last; ++first, ++out) {
    const T next = op(sum, *first);
    *out = sum;
    sum = next;
  }
  return out;
}
template <class P, class It, class Out, class T, WS_POLICY>
WS_IN_KERNEL Out exclusive_scan(const P& policy, It first, It last, Out out, T sum) {
  return exclusive_scan(policy, first, last, out, sum, plus<T>());
}
template <class P, class It, class Out, WS_POLICY>
WS_IN_KERNEL Out exclusive_scan(const P& policy, It first, It last, Out out) {
  return exclusive_scan(policy, first, last, out, details::ValueOf<It>());
}

/* Selections keep the order. */
template <class P, class It, class Out, class Test, WS_POLICY>
WS_IN_KERNEL Out copy_if(const P&, It first, It last, Out out, Test test) {
  for (; first != last; ++first) {
    if (test(*first)) *out++ = *first;
  }
  return out;
}
template <class P, class It, class Test, WS_POLICY>
WS_IN_KERNEL It remove_if(const P&, It first, It last, Test test) {
  It out = first;
  for (; first != last; ++first) {
    if (!test(*first)) *out++ = *first;
  }
  return out;
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL It unique(const P&, It first, It last) {
  if (first == last) return last;
  It out = first;
  for (++first; first != last; ++first) {
    if (!(*out == *first)) *++out = *first;
  }
  return ++out;
}

/* Sorted ranges */
template <class P, class It, class T, class Less, WS_POLICY>
WS_IN_KERNEL It lower_bound(const P&, It first, It last, const T& value, Less less_than) {
  for (std::ptrdiff_t n = last - first; n > 0;) {
    const std::ptrdiff_t half = n / 2;
    const bool before = less_than(first[half], value);
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  return first;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL It lower_bound(const P& policy, It first, It last, const T& value) {
  return lower_bound(policy, first, last, value, less<details::ValueOf<It>>());
}
template <class P, class It, class T, class Less, WS_POLICY>
WS_IN_KERNEL It upper_bound(const P&, It first, It last, const T& value, Less less_than) {
  for (std::ptrdiff_t n = last - first; n > 0;) {
    const std::ptrdiff_t half = n / 2;
    const bool before = !less_than(value, first[half]);
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  return first;
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL It upper_bound(const P& policy, It first, It last, const T& value) {
  return upper_bound(policy, first, last, value, less<details::ValueOf<It>>());
}
template <class P, class It, class T, WS_POLICY>
WS_IN_KERNEL bool binary_search(const P& policy, It first, It last, const T& value) {
  const It at = lower_bound(policy, first, last, value);
  return at != last && !(value < *at);
}
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL bool is_sorted(const P&, It first, It last, Less less_than) {
  for (std::ptrdiff_t i = 1; i < last - first; ++i) {
    if (less_than(first[i], first[i - 1])) return false;
  }
  return true;
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL bool is_sorted(const P& policy, It first, It last) {
  return is_sorted(policy, first, last, less<details::ValueOf<It>>());
}

namespace details {
struct NoValues {};
__device__ inline void carry(NoValues, std::ptrdiff_t, std::ptrdiff_t) {}
template <class It>
__device__ inline void carry(It values, std::ptrdiff_t a, std::ptrdiff_t b) {
  const ValueOf<It> old = values[a];
  values[a] = values[b];
  values[b] = old;
}
/* Lets the element at `at` of a heap of `n` sink to its place. */
template <class It, class Values, class Less>
__device__ inline void sink(It keys, Values values, std::ptrdiff_t at, std::ptrdiff_t n, Less less_than) {
  for (std::ptrdiff_t child = 2 * at + 1; child < n; at = child, child = 2 * at + 1) {
    child += child + 1 < n && less_than(keys[child], keys[child + 1]) ? 1 : 0;
    if (!less_than(keys[at], keys[child])) return;
    carry(keys, at, child);
    carry(values, at, child);
  }
}
template <class It, class Values, class Less>
__device__ inline void heap_sort(It keys, Values values, std::ptrdiff_t n, Less less_than) {
  for (std::ptrdiff_t i = n / 2; i-- > 0;) sink(keys, values, i, n, less_than);
  for (std::ptrdiff_t end = n; end-- > 1;) {
    carry(keys, 0, end);
    carry(values, 0, end);
    sink(keys, values, 0, end, less_than);
  }
}
/* Stable: an element moves forward as long as it comes before its neighbour. */
template <class It, class Values, class Less>
__device__ inline void insertion_sort(It keys, Values values, std::ptrdiff_t n, Less less_than) {
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    for (std::ptrdiff_t k = i; k > 0 && less_than(keys[k], keys[k - 1]); --k) {
      carry(keys, k, k - 1);
      carry(values, k, k - 1);
    }
  }
}
}  // namespace details
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL void sort(const P&, It first, It last, Less less_than) {
  details::heap_sort(first, details::NoValues(), last - first, less_than);
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL void sort(const P& policy, It first, It last) {
  sort(policy, first, last, less<details::ValueOf<It>>());
}
template <class P, class It, class Less, WS_POLICY>
WS_IN_KERNEL void stable_sort(const P&, It first, It last, Less less_than) {
  details::insertion_sort(first, details::NoValues(), last - first, less_than);
}
template <class P, class It, WS_POLICY>
WS_IN_KERNEL void stable_sort(const P& policy, It first, It last) {
  stable_sort(policy, first, last, less<details::ValueOf<It>>());
}
template <class P, class Keys, class Values, class Less, WS_POLICY>
WS_IN_KERNEL void sort_by_key(const P&, Keys first, Keys last, Values values, Less less_than) {
  /* Few are sorted so that equal keys keep their order, which programs come to expect. */
  if (last - first <= 64) {
    details::insertion_sort(first, values, last - first, less_than);
  } else {
    details::heap_sort(first, values, last - first, less_than);
  }
}
template <class P, class Keys, class Values, WS_POLICY>
WS_IN_KERNEL void sort_by_key(const P& policy, Keys first, Keys last, Values values) {
  sort_by_key(policy, first, last, values, less<details::ValueOf<Keys>>());
}
template <class P, class Keys, class Values, class Less, WS_POLICY>
WS_IN_KERNEL void stable_sort_by_key(const P&, Keys first, Keys last, Values values, Less less_than) {
  details::insertion_sort(first, values, last - first, less_than);
}
template <class P, class Keys, class Values, WS_POLICY>
WS_IN_KERNEL void stable_sort_by_key(const P& policy, Keys first, Keys last, Values values) {
  stable_sort_by_key(policy, first, last, values, less<details::ValueOf<Keys>>());
}

}  // namespace thrust

#undef WS_IN_KERNEL
#undef WS_POLICY

#endif
