/* Algorithms that keep some elements, in their order: a scan of zeros and ones says where each goes. */
#ifndef WARPSCHOOL_THRUST_SELECT_H
#define WARPSCHOOL_THRUST_SELECT_H

#include "scan.h"

namespace thrust {

namespace details {

/* Moves the elements i with keep(i) by put(place, i); how many there are. */
template <class P, class Keep, class Put>
inline size_t compact(const P& policy, size_t n, Keep keep, Put put) {
  if (n == 0) {
    return 0;
  }
  Scratch<size_t> places(policy, n + 1);
  size_t* place = places.get();
  auto flags = make_transform_iterator(make_counting_iterator<size_t>(0), [=] __host__ __device__(size_t i) mutable -> size_t {
    return i < n && static_cast<bool>(keep(i)) ? 1 : 0;
  });
  scan<size_t>(policy, flags, n + 1, place, plus<size_t>(), true, size_t(0));
  apply(policy, n, [=] __host__ __device__(size_t i) mutable {
    if (place[i + 1] != place[i]) {
      put(place[i], i);
    }
  });
  return places.read(n);
}

/* The same onto the elements themselves, through memory of their own. */
template <class P, class It, class Keep>
inline It keep_in_place(const P& policy, It first, It last, Keep keep) {
  using T = ValueOf<It>;
  auto data = raw(first);
  Scratch<T> kept(policy, count_of(first, last));
  T* out = kept.get();
  const size_t count = compact(policy, count_of(first, last), keep,
                               [=] __host__ __device__(size_t place, size_t i) mutable { new (out + place) T(data[i]); });
  apply(policy, count, [=] __host__ __device__(size_t i) mutable { data[i] = out[i]; });
  return first + static_cast<std::ptrdiff_t>(count);
}

}  // namespace details

template <class P, class It, class Stencil, class Out, class Test, class = details::IfPolicy<P>>
inline Out copy_if(const P& policy, It first, It last, Stencil stencil, Out result, Test test) {
  auto in = details::raw(first);
  auto asked = details::raw(stencil);
  auto out = details::raw(result);
  return result + static_cast<std::ptrdiff_t>(details::compact(
                      policy, details::count_of(first, last),
                      [=] __host__ __device__(size_t i) mutable { return test(asked[i]); },
                      [=] __host__ __device__(size_t place, size_t i) mutable { out[place] = in[i]; }));
}
template <class P, class It, class Out, class Test, class = details::IfPolicy<P>>
inline Out copy_if(const P& policy, It first, It last, Out result, Test test) {
  return copy_if(policy, first, last, first, result, test);
}
WARPSCHOOL_THRUST_IMPLIED(copy_if)

template <class P, class It, class Out, class Test, class = details::IfPolicy<P>>
inline Out remove_copy_if(const P& policy, It first, It last, Out result, Test test) {
  return copy_if(policy, first, last, result, not1(test));
}
template <class P, class It, class Stencil, class Out, class Test, class = details::IfPolicy<P>>
inline Out remove_copy_if(const P& policy, It first, It last, Stencil stencil, Out result, Test test) {
  return copy_if(policy, first, last, stencil, result, not1(test));
}
WARPSCHOOL_THRUST_IMPLIED(remove_copy_if)

template <class P, class It, class Test, class = details::IfPolicy<P>>
inline It remove_if(const P& policy, It first, It last, Test test) {
  auto in = details::raw(first);
  return details::keep_in_place(policy, first, last, [=] __host__ __device__(size_t i) mutable { return !test(in[i]); });
}
template <class P, class It, class Stencil, class Test, class = details::IfPolicy<P>>
inline It remove_if(const P& policy, It first, It last, Stencil stencil, Test test) {
  auto asked = details::raw(stencil);
  return details::keep_in_place(policy, first, last, [=] __host__ __device__(size_t i) mutable { return !test(asked[i]); });
}
WARPSCHOOL_THRUST_IMPLIED(remove_if)
template <class P, class It, class T, class = details::IfPolicy<P>>
inline It remove(const P& policy, It first, It last, const T& value) {
  return remove_if(policy, first, last, [=] __host__ __device__(const details::ValueOf<It>& x) mutable { return x == value; });
}
WARPSCHOOL_THRUST_IMPLIED(remove)

template <class P, class It, class Equal, class = details::IfPolicy<P>>
inline It unique(const P& policy, It first, It last, Equal same) {
  auto in = details::raw(first);
  return details::keep_in_place(policy, first, last,
                                [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(in[i - 1], in[i]); });
}
template <class P, class It, class = details::IfPolicy<P>>
inline It unique(const P& policy, It first, It last) {
  return unique(policy, first, last, equal_to<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(unique)
template <class P, class It, class Out, class Equal, class = details::IfPolicy<P>>
inline Out unique_copy(const P& policy, It first, It last, Out result, Equal same) {
  auto in = details::raw(first);
  auto out = details::raw(result);
  return result + static_cast<std::ptrdiff_t>(details::compact(
                      policy, details::count_of(first, last),
                      [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(in[i - 1], in[i]); },
                      [=] __host__ __device__(size_t place, size_t i) mutable { out[place] = in[i]; }));
}
template <class P, class It, class Out, class = details::IfPolicy<P>>
inline Out unique_copy(const P& policy, It first, It last, Out result) {
  return unique_copy(policy, first, last, result, equal_to<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(unique_copy)
/* How many runs of equal elements there are */
template <class P, class It, class Equal, class = details::IfPolicy<P>>
inline std::ptrdiff_t unique_count(const P& policy, It first, It last, Equal same) {
  auto in = details::raw(first);
  return count_if(policy, make_counting_iterator(std::ptrdiff_t(0)), make_counting_iterator(last - first),
                  [=] __host__ __device__(std::ptrdiff_t i) mutable { return i == 0 || !same(in[i - 1], in[i]); });
}
template <class P, class It, class = details::IfPolicy<P>>
inline std::ptrdiff_t unique_count(const P& policy, It first, It last) {
  return unique_count(policy, first, last, equal_to<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(unique_count)

/* One result for each run of equal keys. */
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op, class = details::IfPolicy<P>>
inline pair<KeysOut, ValuesOut> reduce_by_key(const P& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                              ValuesOut values_result, Equal same, Op op) {
  using T = details::ValueOf<Values>;
  const size_t n = details::count_of(first, last);
  auto keys = details::raw(first);
  auto in = details::raw(values);
  auto keys_out = details::raw(keys_result);
  auto out = details::raw(values_result);
  const size_t count = details::compact(
      policy, n, [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(keys[i - 1], keys[i]); },
      [=] __host__ __device__(size_t place, size_t i) mutable {
        T sum = in[i];
        for (size_t k = i + 1; k < n && same(keys[k - 1], keys[k]); ++k) {
          sum = op(sum, in[k]);
        }
        keys_out[place] = keys[i];
        out[place] = sum;
      });
  const auto found = static_cast<std::ptrdiff_t>(count);
  return pair<KeysOut, ValuesOut>(keys_result + found, values_result + found);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class = details::IfPolicy<P>>
inline pair<KeysOut, ValuesOut> reduce_by_key(const P& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                              ValuesOut values_result, Equal same) {
  return reduce_by_key(policy, first, last, values, keys_result, values_result, same, plus<details::ValueOf<Values>>());
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class = details::IfPolicy<P>>
inline pair<KeysOut, ValuesOut> reduce_by_key(const P& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                              ValuesOut values_result) {
  return reduce_by_key(policy, first, last, values, keys_result, values_result, equal_to<details::ValueOf<Keys>>());
}
WARPSCHOOL_THRUST_IMPLIED(reduce_by_key)

/* The first of each run of equal keys, with its value. */
template <class P, class Keys, class Values, class Equal, class = details::IfPolicy<P>>
inline pair<Keys, Values> unique_by_key(const P& policy, Keys first, Keys last, Values values, Equal same) {
  using K = details::ValueOf<Keys>;
  auto keys = details::raw(first);
  const size_t n = details::count_of(first, last);
  details::Scratch<K> copies(policy, n);
  K* before = copies.get();
  details::apply(policy, n, [=] __host__ __device__(size_t i) mutable { new (before + i) K(keys[i]); });
  const auto starts = [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(before[i - 1], before[i]); };
  Keys keys_end = details::keep_in_place(policy, first, last, starts);
  return pair<Keys, Values>(keys_end, details::keep_in_place(policy, values, values + (last - first), starts));
}
template <class P, class Keys, class Values, class = details::IfPolicy<P>>
inline pair<Keys, Values> unique_by_key(const P& policy, Keys first, Keys last, Values values) {
  return unique_by_key(policy, first, last, values, equal_to<details::ValueOf<Keys>>());
}
WARPSCHOOL_THRUST_IMPLIED(unique_by_key)

}  // namespace thrust

#endif
