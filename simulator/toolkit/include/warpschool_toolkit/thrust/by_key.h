/* Merging and sets of keys that carry values along: the algorithm without values works on the positions of the keys. */
#ifndef WARPSCHOOL_THRUST_BY_KEY_H
#define WARPSCHOOL_THRUST_BY_KEY_H

#include "more.h"

namespace thrust {

namespace details {

/* Two ranges of keys, one behind the other, named by position; what is chosen of them is put with its value. */
template <class KeysA, class KeysB, class ValuesA, class ValuesB>
struct TwoRanges {
  KeysA a;
  KeysB b;
  ValuesA values_a;
  ValuesB values_b;
  size_t n; /* of a */

  template <class KeysOut, class ValuesOut>
  WS_THRUST void put(size_t from, KeysOut keys, ValuesOut values, size_t place) {
    if (from < n) {
      keys[place] = a[from];
      values[place] = values_a[from];
    } else {
      keys[place] = b[from - n];
      values[place] = values_b[from - n];
    }
  }
};
template <class KeysA, class KeysB, class Less>
struct LessOfPositions {
  KeysA a;
  KeysB b;
  size_t n;
  mutable Less less_than;
  WS_THRUST bool operator()(size_t left, size_t right) const {
    if (left < n) {
      return right < n ? less_than(a[left], a[right]) : less_than(a[left], b[right - n]);
    }
    return right < n ? less_than(b[left - n], a[right]) : less_than(b[left - n], b[right - n]);
  }
};

/* choose(policy, a, n, b, m, out, less): writes the chosen positions to out, tells how many. */
template <class P, class KeysA, class KeysB, class ValuesA, class ValuesB, class KeysOut, class ValuesOut, class Less, class Choose>
inline pair<KeysOut, ValuesOut> combine_by_key(const P& policy, KeysA a, KeysA a_end, KeysB b, KeysB b_end, ValuesA values_a,
                                               ValuesB values_b, KeysOut keys_result, ValuesOut values_result, Less less_than,
                                               Choose choose) {
  const size_t n = count_of(a, a_end), m = count_of(b, b_end);
  auto raw_a = raw(a);
  auto raw_b = raw(b);
  auto raw_values_a = raw(values_a);
  auto raw_values_b = raw(values_b);
  auto keys = raw(keys_result);
  auto values = raw(values_result);
  TwoRanges<decltype(raw_a), decltype(raw_b), decltype(raw_values_a), decltype(raw_values_b)> ranges{raw_a, raw_b, raw_values_a,
                                                                                                    raw_values_b, n};
  const LessOfPositions<decltype(raw_a), decltype(raw_b), Less> less_of{raw_a, raw_b, n, less_than};
  Scratch<size_t> chosen(policy, n + m);
  size_t* from = chosen.get();
  const size_t count =
      choose(policy, make_counting_iterator<size_t>(0), n, make_counting_iterator<size_t>(n), m, from, less_of);
  apply(policy, count, [=] __host__ __device__(size_t i) mutable { ranges.put(from[i], keys, values, i); });
  return pair<KeysOut, ValuesOut>(keys_result + static_cast<std::ptrdiff_t>(count), values_result + static_cast<std::ptrdiff_t>(count));
}

struct ChooseAll {
  template <class P, class A, class B, class Less>
  size_t operator()(const P& policy, A a, size_t n, B b, size_t m, size_t* out, Less less_than) const {
    merge_ranges(policy, a, n, b, m, out, less_than);
    return n + m;
  }
};
struct ChooseCommon {
  template <class P, class A, class B, class Less>
  size_t operator()(const P& policy, A a, size_t n, B b, size_t m, size_t* out, Less less_than) const {
    return sift(policy, a, n, b, m, out, true, less_than);
  }
};
struct ChooseFirstOnly {
  template <class P, class A, class B, class Less>
  size_t operator()(const P& policy, A a, size_t n, B b, size_t m, size_t* out, Less less_than) const {
    return sift(policy, a, n, b, m, out, false, less_than);
  }
};
struct ChooseUnion {
  template <class P, class A, class B, class Less>
  size_t operator()(const P& policy, A a, size_t n, B b, size_t m, size_t* out, Less less_than) const {
    Scratch<size_t> rest(policy, m);
    const size_t more = sift(policy, b, m, a, n, rest.get(), false, less_than);
    merge_ranges(policy, a, n, rest.get(), more, out, less_than);
    return n + more;
  }
};
struct ChooseEither {
  template <class P, class A, class B, class Less>
  size_t operator()(const P& policy, A a, size_t n, B b, size_t m, size_t* out, Less less_than) const {
    Scratch<size_t> left(policy, n), right(policy, m);
    const size_t of_a = sift(policy, a, n, b, m, left.get(), false, less_than);
    const size_t of_b = sift(policy, b, m, a, n, right.get(), false, less_than);
    merge_ranges(policy, left.get(), of_a, right.get(), of_b, out, less_than);
    return of_a + of_b;
  }
};

}  // namespace details

#define WS_COMBINE_BY_KEY(name, Choose)                                                                                          \
  template <class P, class A, class B, class ValuesA, class ValuesB, class KeysOut, class ValuesOut, class Less,                 \
            class = details::IfPolicy<P>>                                                                                        \
  inline pair<KeysOut, ValuesOut> name(const P& policy, A a, A a_end, B b, B b_end, ValuesA values_a, ValuesB values_b,          \
                                       KeysOut keys, ValuesOut values, Less less_than) {                                         \
    return details::combine_by_key(policy, a, a_end, b, b_end, values_a, values_b, keys, values, less_than, details::Choose());  \
  }                                                                                                                              \
  template <class P, class A, class B, class ValuesA, class ValuesB, class KeysOut, class ValuesOut,                             \
            class = details::IfPolicy<P>>                                                                                        \
  inline pair<KeysOut, ValuesOut> name(const P& policy, A a, A a_end, B b, B b_end, ValuesA values_a, ValuesB values_b,          \
                                       KeysOut keys, ValuesOut values) {                                                         \
    return name(policy, a, a_end, b, b_end, values_a, values_b, keys, values, less<details::ValueOf<A>>());                      \
  }                                                                                                                              \
  WARPSCHOOL_THRUST_IMPLIED(name)
WS_COMBINE_BY_KEY(merge_by_key, ChooseAll)
WS_COMBINE_BY_KEY(set_difference_by_key, ChooseFirstOnly)
WS_COMBINE_BY_KEY(set_union_by_key, ChooseUnion)
WS_COMBINE_BY_KEY(set_symmetric_difference_by_key, ChooseEither)
#undef WS_COMBINE_BY_KEY

/* The intersection takes values of the first range only. */
template <class P, class A, class B, class Values, class KeysOut, class ValuesOut, class Less, class = details::IfPolicy<P>>
inline pair<KeysOut, ValuesOut> set_intersection_by_key(const P& policy, A a, A a_end, B b, B b_end, Values values_a, KeysOut keys,
                                                        ValuesOut values, Less less_than) {
  return details::combine_by_key(policy, a, a_end, b, b_end, values_a, values_a, keys, values, less_than, details::ChooseCommon());
}
template <class P, class A, class B, class Values, class KeysOut, class ValuesOut, class = details::IfPolicy<P>>
inline pair<KeysOut, ValuesOut> set_intersection_by_key(const P& policy, A a, A a_end, B b, B b_end, Values values_a, KeysOut keys,
                                                        ValuesOut values) {
  return set_intersection_by_key(policy, a, a_end, b, b_end, values_a, keys, values, less<details::ValueOf<A>>());
}
WARPSCHOOL_THRUST_IMPLIED(set_intersection_by_key)

}  // namespace thrust

#endif
