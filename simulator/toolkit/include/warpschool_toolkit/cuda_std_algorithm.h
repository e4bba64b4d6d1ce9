/* Algorithms of cuda::std for one thread of either side: the host's library has them for the host alone, before C++20. */
#ifndef WARPSCHOOL_CUDA_STD_ALGORITHM_H
#define WARPSCHOOL_CUDA_STD_ALGORITHM_H
#include "cuda_std.h"

#include <algorithm>
#include <iterator>
#include <utility>

#define WS_STD __host__ __device__ __attribute__((nodebug)) constexpr

namespace cuda {
namespace std {
namespace details {

struct Equal {
  template <class First, class Second>
  WS_STD bool operator()(const First& a, const Second& b) const { return a == b; }
};
struct Less {
  template <class First, class Second>
  WS_STD bool operator()(const First& a, const Second& b) const { return a < b; }
};
template <class T>
WS_STD void exchange_values(T& a, T& b) {
  T old = static_cast<T&&>(a);
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(old);
}
template <class It>
using Difference = typename ::std::iterator_traits<It>::difference_type;

}  // namespace details

/* One element after the other */
template <class It, class Function>
WS_STD Function for_each(It first, It last, Function f) {
  for (; first != last; ++first) f(*first);
  return f;
}
template <class It, class Count, class Function>
WS_STD It for_each_n(It first, Count n, Function f) {
  for (; n > 0; --n, ++first) f(*first);
  return first;
}
template <class It, class Test>
WS_STD It find_if(It first, It last, Test test) {
  while (first != last && !test(*first)) ++first;
  return first;
}
template <class It, class Test>
WS_STD It find_if_not(It first, It last, Test test) {
  while (first != last && test(*first)) ++first;
  return first;
}
template <class It, class T>
WS_STD It find(It first, It last, const T& value) {
  while (first != last && !(*first == value)) ++first;
  return first;
}
template <class It, class Test>
WS_STD bool any_of(It first, It last, Test test) { return cuda::std::find_if(first, last, test) != last; }
template <class It, class Test>
WS_STD bool none_of(It first, It last, Test test) { return cuda::std::find_if(first, last, test) == last; }
template <class It, class Test>
WS_STD bool all_of(It first, It last, Test test) { return cuda::std::find_if_not(first, last, test) == last; }
template <class It, class Test>
WS_STD details::Difference<It> count_if(It first, It last, Test test) {
  details::Difference<It> n = 0;
  for (; first != last; ++first) n += test(*first) ? 1 : 0;
  return n;
}
template <class It, class T>
WS_STD details::Difference<It> count(It first, It last, const T& value) {
  details::Difference<It> n = 0;
  for (; first != last; ++first) n += *first == value ? 1 : 0;
  return n;
}
template <class First, class Second, class Same = details::Equal>
WS_STD bool equal(First first, First last, Second second, Same same = Same()) {
  for (; first != last; ++first, ++second) {
    if (!same(*first, *second)) return false;
  }
  return true;
}
template <class First, class Second, class Same = details::Equal>
WS_STD ::std::pair<First, Second> mismatch(First first, First last, Second second, Same same = Same()) {
  for (; first != last && same(*first, *second); ++first) ++second;
  return ::std::pair<First, Second>(first, second);
}
template <class First, class Second, class Compare = details::Less>
WS_STD bool lexicographical_compare(First a, First a_end, Second b, Second b_end, Compare less = Compare()) {
  for (; a != a_end && b != b_end; ++a, ++b) {
    if (less(*a, *b)) return true;
    if (less(*b, *a)) return false;
  }
  return a == a_end && b != b_end;
}
template <class It, class Same = details::Equal>
WS_STD It adjacent_find(It first, It last, Same same = Same()) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next) {
    if (same(*first, *next)) return first;
  }
  return last;
}
template <class First, class Second, class Same = details::Equal>
WS_STD First search(First first, First last, Second wanted, Second wanted_end, Same same = Same()) {
  for (;; ++first) {
    First a = first;
    for (Second b = wanted;; ++a, ++b) {
      if (b == wanted_end) return first;
      if (a == last) return last;
      if (!same(*a, *b)) break;
    }
  }
}

/* Copies and changes */
template <class It, class Out>
WS_STD Out copy(It first, It last, Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}
template <class It, class Count, class Out>
WS_STD Out copy_n(It first, Count n, Out out) {
  for (; n > 0; --n, ++first, ++out) *out = *first;
  return out;
}
template <class It, class Out, class Test>
WS_STD Out copy_if(It first, It last, Out out, Test test) {
  for (; first != last; ++first) {
    if (test(*first)) *out = *first, ++out;
  }
  return out;
}
template <class It, class Out>
WS_STD Out copy_backward(It first, It last, Out out) {
  while (last != first) *--out = *--last;
  return out;
}
template <class It, class Out, class Function>
WS_STD Out transform(It first, It last, Out out, Function f) {
  for (; first != last; ++first, ++out) *out = f(*first);
  return out;
}
template <class First, class Second, class Out, class Function>
WS_STD Out transform(First first, First last, Second second, Out out, Function f) {
  for (; first != last; ++first, ++second, ++out) *out = f(*first, *second);
  return out;
}
template <class It, class T>
WS_STD void fill(It first, It last, const T& value) {
  for (; first != last; ++first) *first = value;
}
template <class It, class Count, class T>
WS_STD It fill_n(It first, Count n, const T& value) {
  for (; n > 0; --n, ++first) *first = value;
  return first;
}
template <class It, class Function>
WS_STD void generate(It first, It last, Function f) {
  for (; first != last; ++first) *first = f();
}
template <class It, class Count, class Function>
WS_STD It generate_n(It first, Count n, Function f) {
  for (; n > 0; --n, ++first) *first = f();
  return first;
}
template <class It, class Test, class T>
WS_STD void replace_if(It first, It last, Test test, const T& value) {
  for (; first != last; ++first) {
    if (test(*first)) *first = value;
  }
}
template <class It, class T>
WS_STD void replace(It first, It last, const T& old, const T& value) {
  for (; first != last; ++first) {
    if (*first == old) *first = value;
  }
}
template <class It, class Test>
WS_STD It remove_if(It first, It last, Test test) {
  It out = first;
  for (; first != last; ++first) {
    if (!test(*first)) *out = static_cast<decltype(*first)&&>(*first), ++out;
  }
  return out;
}
template <class It, class T>
WS_STD It remove(It first, It last, const T& value) {
  It out = first;
  for (; first != last; ++first) {
    if (!(*first == value)) *out = static_cast<decltype(*first)&&>(*first), ++out;
  }
  return out;
}
template <class It, class Same = details::Equal>
WS_STD It unique(It first, It last, Same same = Same()) {
  if (first == last) return last;
  It out = first;
  for (++first; first != last; ++first) {
    if (!same(*out, *first)) *++out = *first;
  }
  return ++out;
}
template <class First, class Second>
WS_STD void iter_swap(First a, Second b) { details::exchange_values(*a, *b); }
template <class First, class Second>
WS_STD Second swap_ranges(First first, First last, Second second) {
  for (; first != last; ++first, ++second) cuda::std::iter_swap(first, second);
  return second;
}
template <class It>
WS_STD void reverse(It first, It last) {
  while (first != last && first != --last) cuda::std::iter_swap(first++, last);
}
template <class It, class Out>
WS_STD Out reverse_copy(It first, It last, Out out) {
  for (; first != last; ++out) *out = *--last;
  return out;
}
template <class It>
WS_STD It rotate(It first, It middle, It last) {
  cuda::std::reverse(first, middle);
  cuda::std::reverse(middle, last);
  cuda::std::reverse(first, last);
  return first + (last - middle);
}
template <class It, class Test>
WS_STD It partition(It first, It last, Test test) {
  It out = first;
  for (; first != last; ++first) {
    if (test(*first)) cuda::std::iter_swap(first, out), ++out;
  }
  return out;
}
template <class It, class Test>
WS_STD bool is_partitioned(It first, It last, Test test) {
  return cuda::std::none_of(cuda::std::find_if_not(first, last, test), last, test);
}

/* Sorted ranges */
template <class It, class T, class Compare = details::Less>
WS_STD It lower_bound(It first, It last, const T& value, Compare less = Compare()) {
  for (auto n = last - first; n > 0;) {
    const auto half = n / 2;
    const bool before = less(first[half], value);
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  return first;
}
template <class It, class T, class Compare = details::Less>
WS_STD It upper_bound(It first, It last, const T& value, Compare less = Compare()) {
  for (auto n = last - first; n > 0;) {
    const auto half = n / 2;
    const bool before = !less(value, first[half]);
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  return first;
}
template <class It, class T, class Compare = details::Less>
WS_STD ::std::pair<It, It> equal_range(It first, It last, const T& value, Compare less = Compare()) {
  return ::std::pair<It, It>(cuda::std::lower_bound(first, last, value, less), cuda::std::upper_bound(first, last, value, less));
}
template <class It, class T, class Compare = details::Less>
WS_STD bool binary_search(It first, It last, const T& value, Compare less = Compare()) {
  first = cuda::std::lower_bound(first, last, value, less);
  return first != last && !less(value, *first);
}
template <class It, class Compare = details::Less>
WS_STD It is_sorted_until(It first, It last, Compare less = Compare()) {
  if (first == last) return last;
  for (It next = first; ++next != last; first = next) {
    if (less(*next, *first)) return next;
  }
  return last;
}
template <class It, class Compare = details::Less>
WS_STD bool is_sorted(It first, It last, Compare less = Compare()) { return cuda::std::is_sorted_until(first, last, less) == last; }
template <class First, class Second, class Out, class Compare = details::Less>
WS_STD Out merge(First a, First a_end, Second b, Second b_end, Out out, Compare less = Compare()) {
  for (; a != a_end && b != b_end; ++out) {
    if (less(*b, *a)) {
      *out = *b, ++b;
    } else {
      *out = *a, ++a;
    }
  }
  return cuda::std::copy(b, b_end, cuda::std::copy(a, a_end, out));
}

/* A heap's element sinks to its place. */
namespace details {
template <class It, class Compare>
WS_STD void sink(It data, Difference<It> at, Difference<It> n, Compare& less) {
  for (Difference<It> child = 2 * at + 1; child < n; at = child, child = 2 * at + 1) {
    if (child + 1 < n && less(data[child], data[child + 1])) ++child;
    if (!less(data[at], data[child])) return;
    exchange_values(data[at], data[child]);
  }
}
}  // namespace details
template <class It, class Compare = details::Less>
WS_STD void make_heap(It first, It last, Compare less = Compare()) {
  for (auto i = (last - first) / 2; i-- > 0;) details::sink(first, i, last - first, less);
}
template <class It, class Compare = details::Less>
WS_STD void push_heap(It first, It last, Compare less = Compare()) {
  for (auto i = last - first - 1; i > 0 && less(first[(i - 1) / 2], first[i]); i = (i - 1) / 2) {
    details::exchange_values(first[i], first[(i - 1) / 2]);
  }
}
template <class It, class Compare = details::Less>
WS_STD void pop_heap(It first, It last, Compare less = Compare()) {
  if (last - first < 2) return;
  details::exchange_values(*first, *(last - 1));
  details::sink(first, details::Difference<It>(0), last - first - 1, less);
}
template <class It, class Compare = details::Less>
WS_STD void sort_heap(It first, It last, Compare less = Compare()) {
  for (; last - first > 1; --last) cuda::std::pop_heap(first, last, less);
}
/* Few are sorted by insertion. */
template <class It, class Compare = details::Less>
WS_STD void stable_sort(It first, It last, Compare less = Compare()) {
  for (It it = first; it != last; ++it) {
    for (It at = it; at != first && less(*at, *(at - 1)); --at) details::exchange_values(*at, *(at - 1));
  }
}
template <class It, class Compare = details::Less>
WS_STD void sort(It first, It last, Compare less = Compare()) {
  if (last - first <= 16) {
    cuda::std::stable_sort(first, last, less);
  } else {
    cuda::std::make_heap(first, last, less);
    cuda::std::sort_heap(first, last, less);
  }
}
template <class It, class Compare = details::Less>
WS_STD void partial_sort(It first, It middle, It last, Compare less = Compare()) {
  cuda::std::make_heap(first, middle, less);
  for (It it = middle; it != last; ++it) {
    if (less(*it, *first)) {
      details::exchange_values(*it, *first);
      details::sink(first, details::Difference<It>(0), middle - first, less);
    }
  }
  cuda::std::sort_heap(first, middle, less);
}
template <class It, class Compare = details::Less>
WS_STD void nth_element(It first, It nth, It last, Compare less = Compare()) {
  if (nth != last) cuda::std::partial_sort(first, nth + 1, last, less);
}

}  // namespace std
}  // namespace cuda

#undef WS_STD
#endif
