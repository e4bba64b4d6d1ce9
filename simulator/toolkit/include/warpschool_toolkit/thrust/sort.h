/* Stable sorting by merging: each element finds its place in the merged run by searching the other run. Plain numbers in their plain
 * order are sorted on the host, which is what a quick simulation wants. */
#ifndef WARPSCHOOL_THRUST_SORT_H
#define WARPSCHOOL_THRUST_SORT_H

#include "select.h"

#include <algorithm>
#include <vector>

namespace thrust {

namespace details {

/* How many of data[begin, end) come before `value`; of equals those too if `and_equal`. */
template <class Key, class Less>
WS_THRUST size_t rank_in(const Key* data, size_t begin, size_t end, const Key& value, bool and_equal, Less less_than) {
  const size_t from = begin;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    const bool before = and_equal ? !less_than(value, data[middle]) : less_than(data[middle], value);
    begin = before ? middle + 1 : begin;
    end = before ? end : middle;
  }
  return begin - from;
}

/* Merges runs of `width` elements of keys_in (and what move(to, from) carries along) into keys_out. */
template <class P, class Key, class Less, class Move>
inline void merge_runs(const P& policy, const Key* keys_in, Key* keys_out, size_t n, size_t width, Less less_than, Move move) {
  apply(policy, n, [=] __host__ __device__(size_t i) mutable {
    const size_t run = i / (2 * width) * 2 * width;
    const size_t middle = run + width < n ? run + width : n, end = run + 2 * width < n ? run + 2 * width : n;
    const bool is_left = i < middle;
    const Key key = keys_in[i];
    const size_t others = is_left ? rank_in(keys_in, middle, end, key, false, less_than)
                                  : rank_in(keys_in, run, middle, key, true, less_than);
    const size_t place = is_left ? i + others : run + (i - middle) + others;
    new (keys_out + place) Key(key);
    move(place, i);
  });
}

template <class P, class It, class Less>
inline void sort_on_system(const P& policy, It first, size_t n, Less less_than) {
  using Key = ValueOf<It>;
  auto data = raw(first);
  Scratch<Key> one(policy, n), two(policy, n);
  Key *from = one.get(), *to = two.get();
  apply(policy, n, [=] __host__ __device__(size_t i) mutable { new (from + i) Key(data[i]); });
  for (size_t width = 1; width < n; width *= 2) {
    merge_runs(policy, from, to, n, width, less_than, [=] __host__ __device__(size_t, size_t) mutable {});
    std::swap(from, to);
  }
  apply(policy, n, [=] __host__ __device__(size_t i) mutable { data[i] = from[i]; });
}

/* The order of positions in which keys are sorted, as an array of the policy's system. */
template <class P, class It, class Less>
inline void sort_positions(const P& policy, It first, size_t n, Less less_than, size_t* positions) {
  using Key = ValueOf<It>;
  auto data = raw(first);
  Scratch<Key> one(policy, n), two(policy, n);
  Scratch<size_t> spare(policy, n);
  Key *from = one.get(), *to = two.get();
  size_t *now = positions, *next = spare.get();
  apply(policy, n, [=] __host__ __device__(size_t i) mutable {
    new (from + i) Key(data[i]);
    now[i] = i;
  });
  for (size_t width = 1; width < n; width *= 2) {
    merge_runs(policy, from, to, n, width, less_than,
               [=] __host__ __device__(size_t place, size_t i) mutable { next[place] = now[i]; });
    std::swap(from, to);
    std::swap(now, next);
  }
  if (now != positions) {
    apply(policy, n, [=] __host__ __device__(size_t i) mutable { positions[i] = now[i]; });
  }
}

template <class It, class Less>
constexpr bool sorts_on_host() {
  return std::is_arithmetic<ValueOf<It>>::value && PlainOrder<Less>::value && std::is_pointer<decltype(raw(std::declval<It>()))>::value;
}

}  // namespace details

template <class P, class It, class Less, class = details::IfPolicy<P>>
inline void stable_sort(const P& policy, It first, It last, Less less_than) {
  using Key = details::ValueOf<It>;
  const size_t n = details::count_of(first, last);
  if constexpr (!details::on_device<P> && std::is_lvalue_reference<decltype(*details::raw(first))>::value) {
    std::stable_sort(details::raw(first), details::raw(first) + (last - first), less_than);
  } else if constexpr (details::sorts_on_host<It, Less>()) {
    using Stored = std::conditional_t<std::is_same<Key, bool>::value, unsigned char, Key>; /* std::vector<bool> holds bits */
    std::vector<Stored> keys(n);
    Key* at = const_cast<Key*>(details::raw(first));
    details::touch_on_device(policy, at, n);
    details::check(cudaMemcpyAsync(keys.data(), at, n * sizeof(Key), cudaMemcpyDefault, policy.stream), "thrust: sort");
    details::check(cudaStreamSynchronize(policy.stream), "thrust: sort");
    std::stable_sort(keys.begin(), keys.end(), less_than);
    details::check(cudaMemcpyAsync(at, keys.data(), n * sizeof(Key), cudaMemcpyDefault, policy.stream), "thrust: sort");
    details::check(cudaStreamSynchronize(policy.stream), "thrust: sort");
  } else {
    details::sort_on_system(policy, first, n, less_than);
  }
}
template <class P, class It, class = details::IfPolicy<P>>
inline void stable_sort(const P& policy, It first, It last) {
  stable_sort(policy, first, last, less<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(stable_sort)
template <class P, class It, class Less, class = details::IfPolicy<P>>
inline void sort(const P& policy, It first, It last, Less less_than) {
  stable_sort(policy, first, last, less_than);
}
template <class P, class It, class = details::IfPolicy<P>>
inline void sort(const P& policy, It first, It last) {
  stable_sort(policy, first, last);
}
WARPSCHOOL_THRUST_IMPLIED(sort)

template <class P, class Keys, class Values, class Less, class = details::IfPolicy<P>>
inline void stable_sort_by_key(const P& policy, Keys first, Keys last, Values values, Less less_than) {
  using K = details::ValueOf<Keys>;
  using V = details::ValueOf<Values>;
  const size_t n = details::count_of(first, last);
  details::Scratch<size_t> order(policy, n);
  size_t* from = order.get();
  details::sort_positions(policy, first, n, less_than, from);
  details::Scratch<K> keys_copy(policy, n);
  details::Scratch<V> values_copy(policy, n);
  auto keys = details::raw(first);
  auto data = details::raw(values);
  K* k = keys_copy.get();
  V* v = values_copy.get();
  details::apply(policy, n, [=] __host__ __device__(size_t i) mutable {
    new (k + i) K(keys[from[i]]);
    new (v + i) V(data[from[i]]);
  });
  details::apply(policy, n, [=] __host__ __device__(size_t i) mutable {
    keys[i] = k[i];
    data[i] = v[i];
  });
}
template <class P, class Keys, class Values, class = details::IfPolicy<P>>
inline void stable_sort_by_key(const P& policy, Keys first, Keys last, Values values) {
  stable_sort_by_key(policy, first, last, values, less<details::ValueOf<Keys>>());
}
WARPSCHOOL_THRUST_IMPLIED(stable_sort_by_key)
template <class P, class Keys, class Values, class Less, class = details::IfPolicy<P>>
inline void sort_by_key(const P& policy, Keys first, Keys last, Values values, Less less_than) {
  stable_sort_by_key(policy, first, last, values, less_than);
}
template <class P, class Keys, class Values, class = details::IfPolicy<P>>
inline void sort_by_key(const P& policy, Keys first, Keys last, Values values) {
  stable_sort_by_key(policy, first, last, values);
}
WARPSCHOOL_THRUST_IMPLIED(sort_by_key)

}  // namespace thrust

#endif
