/* Algorithms that make one value of many: contiguous pieces first, so that the order of operands is kept. */
#ifndef WARPSCHOOL_THRUST_REDUCE_H
#define WARPSCHOOL_THRUST_REDUCE_H

#include "elementwise.h"

namespace thrust {

namespace details {

constexpr size_t kPiece = 64;

/* out[p]: op over piece p of in[0] ... in[n - 1]; the last piece may be shorter. */
template <class T, class P, class It, class Op>
inline void fold_pieces(const P& policy, It in, size_t n, size_t piece, size_t pieces, T* out, Op op) {
  apply(policy, pieces, [=] __host__ __device__(size_t p) mutable {
    T sum = in[p * piece];
    const size_t end = (p + 1) * piece < n ? (p + 1) * piece : n;
    for (size_t i = p * piece + 1; i < end; ++i) {
      sum = op(sum, in[i]);
    }
    new (out + p) T(sum);
  });
}

/* op over in[0] ... in[n - 1]; n is above 0. */
template <class T, class P, class It, class Op>
inline T fold(const P& policy, It in, size_t n, Op op) {
  const size_t pieces = (n + kPiece - 1) / kPiece;
  Scratch<T> partial(policy, pieces);
  T* out = partial.get();
  fold_pieces(policy, in, n, kPiece, pieces, out, op);
  return pieces == 1 ? partial.read(0) : fold<T>(policy, static_cast<const T*>(out), pieces, op);
}

}  // namespace details

/* The operator is called once more on the host, with `initial`, unless it can be called on the device alone. */
template <class P, class It, class T, class Op, class = details::IfPolicy<P>>
inline T reduce(const P& policy, It first, It last, T initial, Op op) {
  const size_t n = details::count_of(first, last);
  if (n == 0) {
    return initial;
  }
  /* The initial value is the operand before the first. */
  auto in = details::raw(first);
  auto with_initial = make_transform_iterator(make_counting_iterator<size_t>(0), [=] __host__ __device__(size_t i) mutable -> T {
    return i == 0 ? initial : static_cast<T>(in[i - 1]);
  });
  return details::fold<T>(policy, with_initial, n + 1, op);
}
template <class P, class It, class T, class = details::IfPolicy<P>>
inline T reduce(const P& policy, It first, It last, T initial) {
  return reduce(policy, first, last, initial, plus<T>());
}
template <class P, class It, class = details::IfPolicy<P>>
inline details::ValueOf<It> reduce(const P& policy, It first, It last) {
  return reduce(policy, first, last, details::ValueOf<It>());
}
WARPSCHOOL_THRUST_IMPLIED(reduce)

template <class P, class It, class F, class T, class Op, class = details::IfPolicy<P>>
inline T transform_reduce(const P& policy, It first, It last, F f, T initial, Op op) {
  return reduce(policy, make_transform_iterator(first, f), make_transform_iterator(last, f), initial, op);
}
WARPSCHOOL_THRUST_IMPLIED(transform_reduce)

template <class P, class A, class B, class T, class Sum, class Product, class = details::IfPolicy<P>>
inline T inner_product(const P& policy, A first, A last, B second, T initial, Sum sum, Product product) {
  auto a = details::raw(first);
  auto b = details::raw(second);
  auto products = make_transform_iterator(make_counting_iterator<size_t>(0), [=] __host__ __device__(size_t i) mutable -> T {
    return product(a[i], b[i]);
  });
  return reduce(policy, products, products + (last - first), initial, sum);
}
template <class P, class A, class B, class T, class = details::IfPolicy<P>>
inline T inner_product(const P& policy, A first, A last, B second, T initial) {
  return inner_product(policy, first, last, second, initial, plus<T>(), multiplies<T>());
}
WARPSCHOOL_THRUST_IMPLIED(inner_product)

template <class P, class It, class Test, class = details::IfPolicy<P>>
inline std::ptrdiff_t count_if(const P& policy, It first, It last, Test test) {
  auto in = details::raw(first);
  auto ones = make_transform_iterator(make_counting_iterator<size_t>(0), [=] __host__ __device__(size_t i) mutable -> std::ptrdiff_t {
    return test(in[i]) ? 1 : 0;
  });
  return reduce(policy, ones, ones + (last - first), std::ptrdiff_t(0));
}
WARPSCHOOL_THRUST_IMPLIED(count_if)
template <class P, class It, class T, class = details::IfPolicy<P>>
inline std::ptrdiff_t count(const P& policy, It first, It last, const T& value) {
  return count_if(policy, first, last, [=] __host__ __device__(const details::ValueOf<It>& x) mutable { return x == value; });
}
WARPSCHOOL_THRUST_IMPLIED(count)

namespace details {
/* The position of the best element, the first of equals; `better(a, b)`: a is to be taken rather than b. */
template <class P, class It, class Better>
inline It best(const P& policy, It first, It last, Better better) {
  if (first == last) {
    return last;
  }
  auto in = raw(first);
  return first + static_cast<std::ptrdiff_t>(fold<size_t>(
                     policy, make_counting_iterator<size_t>(0), count_of(first, last),
                     [=] __host__ __device__(size_t a, size_t b) mutable { return better(in[b], in[a]) ? b : a; }));
}
/* The first position where the test holds, or n. */
template <class P, class It, class Test>
inline size_t first_where(const P& policy, It in, size_t n, Test test) {
  auto found = make_transform_iterator(make_counting_iterator<size_t>(0), [=] __host__ __device__(size_t i) mutable -> size_t {
    return test(in[i]) ? i : n;
  });
  return n == 0 ? 0 : fold<size_t>(policy, found, n, minimum<size_t>());
}
}  // namespace details

template <class P, class It, class Less, class = details::IfPolicy<P>>
inline It min_element(const P& policy, It first, It last, Less less_than) {
  return details::best(policy, first, last, less_than);
}
template <class P, class It, class = details::IfPolicy<P>>
inline It min_element(const P& policy, It first, It last) {
  return details::best(policy, first, last, less<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(min_element)
template <class P, class It, class Less, class = details::IfPolicy<P>>
inline It max_element(const P& policy, It first, It last, Less less_than) {
  using Value = details::ValueOf<It>;
  return details::best(policy, first, last,
                       [=] __host__ __device__(const Value& a, const Value& b) mutable { return less_than(b, a); });
}
template <class P, class It, class = details::IfPolicy<P>>
inline It max_element(const P& policy, It first, It last) {
  return details::best(policy, first, last, greater<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(max_element)
template <class P, class It, class Less, class = details::IfPolicy<P>>
inline pair<It, It> minmax_element(const P& policy, It first, It last, Less less_than) {
  return pair<It, It>(min_element(policy, first, last, less_than), max_element(policy, first, last, less_than));
}
template <class P, class It, class = details::IfPolicy<P>>
inline pair<It, It> minmax_element(const P& policy, It first, It last) {
  return pair<It, It>(min_element(policy, first, last), max_element(policy, first, last));
}
WARPSCHOOL_THRUST_IMPLIED(minmax_element)

template <class P, class It, class Test, class = details::IfPolicy<P>>
inline It find_if(const P& policy, It first, It last, Test test) {
  return first + static_cast<std::ptrdiff_t>(
                     details::first_where(policy, details::raw(first), details::count_of(first, last), test));
}
WARPSCHOOL_THRUST_IMPLIED(find_if)
template <class P, class It, class T, class = details::IfPolicy<P>>
inline It find(const P& policy, It first, It last, const T& value) {
  return find_if(policy, first, last, [=] __host__ __device__(const details::ValueOf<It>& x) mutable { return x == value; });
}
WARPSCHOOL_THRUST_IMPLIED(find)
template <class P, class It, class Test, class = details::IfPolicy<P>>
inline bool any_of(const P& policy, It first, It last, Test test) {
  return count_if(policy, first, last, test) != 0;
}
WARPSCHOOL_THRUST_IMPLIED(any_of)
template <class P, class It, class Test, class = details::IfPolicy<P>>
inline bool none_of(const P& policy, It first, It last, Test test) {
  return count_if(policy, first, last, test) == 0;
}
WARPSCHOOL_THRUST_IMPLIED(none_of)
template <class P, class It, class Test, class = details::IfPolicy<P>>
inline bool all_of(const P& policy, It first, It last, Test test) {
  return count_if(policy, first, last, test) == last - first;
}
WARPSCHOOL_THRUST_IMPLIED(all_of)
template <class P, class A, class B, class Same, class = details::IfPolicy<P>>
inline bool equal(const P& policy, A first, A last, B second, Same same) {
  auto a = details::raw(first);
  auto b = details::raw(second);
  const size_t n = details::count_of(first, last);
  return details::first_where(policy, make_counting_iterator<size_t>(0), n,
                              [=] __host__ __device__(size_t i) mutable { return !same(a[i], b[i]); }) == n;
}
template <class P, class A, class B, class = details::IfPolicy<P>>
inline bool equal(const P& policy, A first, A last, B second) {
  return equal(policy, first, last, second, equal_to<void>());
}
WARPSCHOOL_THRUST_IMPLIED(equal)
template <class P, class It, class Less, class = details::IfPolicy<P>>
inline bool is_sorted(const P& policy, It first, It last, Less less_than) {
  auto in = details::raw(first);
  const size_t n = details::count_of(first, last);
  return details::first_where(policy, make_counting_iterator<size_t>(0), n,
                              [=] __host__ __device__(size_t i) mutable { return i != 0 && less_than(in[i], in[i - 1]); }) == n;
}
template <class P, class It, class = details::IfPolicy<P>>
inline bool is_sorted(const P& policy, It first, It last) {
  return is_sorted(policy, first, last, less<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(is_sorted)

}  // namespace thrust

#endif
