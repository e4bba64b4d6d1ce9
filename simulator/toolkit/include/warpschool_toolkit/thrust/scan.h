/* Prefix sums: each piece is summed, the sums are scanned, each piece is scanned from its sum on. */
#ifndef WARPSCHOOL_THRUST_SCAN_H
#define WARPSCHOOL_THRUST_SCAN_H

#include "reduce.h"

namespace thrust {

namespace details {

/* With `initial` (exclusive: the result lags behind by one), or from the first element on. */
template <class T, class P, class It, class Out, class Op>
inline void scan(const P& policy, It in, size_t n, Out out, Op op, bool exclusive, T initial) {
  const size_t piece = n <= kPiece * kPiece ? kPiece : (n + kPiece * kPiece - 1) / (kPiece * kPiece) * kPiece;
  const size_t pieces = (n + piece - 1) / piece;
  Scratch<T> sums(policy, pieces);
  T* sum = sums.get();
  fold_pieces(policy, in, n, piece, pieces, sum, op);
  /* sum[p]: what is before piece p; that of the first is used only with an initial value. */
  apply(policy, 1, [=] __host__ __device__(size_t) mutable {
    T before = exclusive ? initial : sum[0];
    for (size_t p = 0; p < pieces; ++p) {
      const T own = sum[p];
      sum[p] = before;
      before = p == 0 && !exclusive ? own : op(before, own);
    }
  });
  apply(policy, pieces, [=] __host__ __device__(size_t p) mutable {
    T total = sum[p];
    const size_t end = (p + 1) * piece < n ? (p + 1) * piece : n;
    for (size_t i = p * piece; i < end; ++i) {
      const T value = in[i]; /* before the result is written, which may be the same place */
      if (exclusive) {
        out[i] = total;
        total = op(total, value);
      } else {
        total = i == 0 ? value : static_cast<T>(op(total, value));
        out[i] = total;
      }
    }
  });
}

}  // namespace details

template <class P, class It, class Out, class Op, class = details::IfPolicy<P>>
inline Out inclusive_scan(const P& policy, It first, It last, Out result, Op op) {
  using T = details::ValueOf<It>;
  if (first != last) {
    details::scan<T>(policy, details::raw(first), details::count_of(first, last), details::raw(result), op, false, T());
  }
  return result + (last - first);
}
template <class P, class It, class Out, class = details::IfPolicy<P>>
inline Out inclusive_scan(const P& policy, It first, It last, Out result) {
  return inclusive_scan(policy, first, last, result, plus<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(inclusive_scan)

template <class P, class It, class Out, class T, class Op, class = details::IfPolicy<P>>
inline Out exclusive_scan(const P& policy, It first, It last, Out result, T initial, Op op) {
  if (first != last) {
    details::scan<T>(policy, details::raw(first), details::count_of(first, last), details::raw(result), op, true, initial);
  }
  return result + (last - first);
}
template <class P, class It, class Out, class T, class = details::IfPolicy<P>>
inline Out exclusive_scan(const P& policy, It first, It last, Out result, T initial) {
  return exclusive_scan(policy, first, last, result, initial, plus<T>());
}
template <class P, class It, class Out, class = details::IfPolicy<P>>
inline Out exclusive_scan(const P& policy, It first, It last, Out result) {
  return exclusive_scan(policy, first, last, result, details::ValueOf<It>());
}
WARPSCHOOL_THRUST_IMPLIED(exclusive_scan)

template <class P, class It, class Out, class F, class Op, class = details::IfPolicy<P>>
inline Out transform_inclusive_scan(const P& policy, It first, It last, Out result, F f, Op op) {
  return inclusive_scan(policy, make_transform_iterator(first, f), make_transform_iterator(last, f), result, op);
}
WARPSCHOOL_THRUST_IMPLIED(transform_inclusive_scan)
template <class P, class It, class Out, class F, class T, class Op, class = details::IfPolicy<P>>
inline Out transform_exclusive_scan(const P& policy, It first, It last, Out result, F f, T initial, Op op) {
  return exclusive_scan(policy, make_transform_iterator(first, f), make_transform_iterator(last, f), result, initial, op);
}
WARPSCHOOL_THRUST_IMPLIED(transform_exclusive_scan)

}  // namespace thrust

#endif
