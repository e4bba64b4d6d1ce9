/* Less common algorithms: scans by key, merging, sorted sets, searches for one value, copies with a change. */
#ifndef WARPSCHOOL_THRUST_MORE_H
#define WARPSCHOOL_THRUST_MORE_H

#include "in_kernels_more.h"
#include "sort.h"

namespace thrust {

namespace details {

/* Runs of equal keys in a scan. */
template <class T>
struct Segment {
  T sum;
  int begins; /* of a bool beside a struct with an array clang 14 makes a kernel that does nothing */
};
template <class T, class Op>
struct JoinSegments {
  mutable Op op;  /* also one whose operator() is not const */
  WS_THRUST Segment<T> operator()(const Segment<T>& a, const Segment<T>& b) const {
    return {b.begins ? b.sum : static_cast<T>(op(a.sum, b.sum)), a.begins | b.begins};
  }
};
/* Takes segments, writes their sums. */
template <class Out>
struct SumsTo {
  Out out;
  struct Element {
    Out out;
    size_t i;
    template <class T>
    WS_THRUST void operator=(const Segment<T>& segment) {
      new (out + i) std::decay_t<decltype(segment.sum)>(segment.sum);
    }
  };
  WS_THRUST Element operator[](size_t i) { return {out, i}; }
};
/* value(i, begins): what position i adds, where a run begins or not. */
template <class T, class P, class Keys, class Out, class Equal, class Op, class Value>
inline void scan_runs(const P& policy, Keys first, size_t n, Out out, Equal same, Op op, Value value) {
  auto keys = raw(first);
  if (n != 0) {
    auto in = make_transform_iterator(make_counting_iterator<size_t>(0), [=] __host__ __device__(size_t i) mutable -> Segment<T> {
      const bool begins = i == 0 || !same(keys[i - 1], keys[i]);
      return {value(i, begins), begins};
    });
    Scratch<T> sums(policy, n); /* the result may take the place of keys or values, which neighbours still read */
    T* sum = sums.get();
    scan<Segment<T>>(policy, in, n, SumsTo<T*>{sum}, JoinSegments<T, Op>{op}, false, Segment<T>{});
    auto to = raw(out);
    apply(policy, n, [=] __host__ __device__(size_t i) mutable { to[i] = sum[i]; });
  }
}

/* How many of data[0, n) come before `value`, of equals those too if `and_equal`. */
template <class It, class T, class Less>
WS_THRUST size_t bound(It data, size_t n, const T& value, bool and_equal, Less less_than) {
  size_t begin = 0, end = n;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    const bool before = and_equal ? !less_than(value, data[middle]) : less_than(data[middle], value);
    begin = before ? middle + 1 : begin;
    end = before ? end : middle;
  }
  return begin;
}
/* The same asked by the host. */
template <class P, class It, class T, class Less>
inline It bound_in(const P& policy, It first, It last, const T& value, bool and_equal, Less less_than) {
  auto data = raw(first);
  const size_t n = count_of(first, last);
  Scratch<size_t> found(policy, 1);
  size_t* place = found.get();
  apply(policy, 1, [=] __host__ __device__(size_t) mutable { *place = bound(data, n, value, and_equal, less_than); });
  return first + static_cast<std::ptrdiff_t>(found.read(0));
}

/* Of equals those of the first range come first. */
template <class P, class A, class B, class Out, class Less>
inline void merge_ranges(const P& policy, A a, size_t n, B b, size_t m, Out out, Less less_than) {
  apply(policy, n + m, [=] __host__ __device__(size_t i) mutable {
    if (i < n) {
      out[i + bound(b, m, a[i], false, less_than)] = a[i];
    } else {
      out[i - n + bound(a, n, b[i - n], true, less_than)] = b[i - n];
    }
  });
}
/* Elements of a that are found in b (each of equals once), or those that are not; how many. */
template <class P, class A, class B, class Out, class Less>
inline size_t sift(const P& policy, A a, size_t n, B b, size_t m, Out out, bool found, Less less_than) {
  return compact(
      policy, n,
      [=] __host__ __device__(size_t i) mutable {
        const size_t before = i - bound(a, n, a[i], false, less_than);
        const size_t others = bound(b, m, a[i], true, less_than) - bound(b, m, a[i], false, less_than);
        return (before < others) == found;
      },
      [=] __host__ __device__(size_t place, size_t i) mutable { out[place] = a[i]; });
}

}  // namespace details

#define WS_ALGORITHM template <class P, class = details::IfPolicy<P>, class

WS_ALGORITHM Keys, class Values, class Out, class Equal, class Op>
inline Out inclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result, Equal same, Op op) {
  using T = details::ValueOf<Values>;
  auto in = details::raw(values);
  details::scan_runs<T>(policy, first, details::count_of(first, last), result, same, op,
                        [=] __host__ __device__(size_t i, bool) mutable -> T { return in[i]; });
  return result + (last - first);
}
WS_ALGORITHM Keys, class Values, class Out, class Equal>
inline Out inclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result, Equal same) {
  return inclusive_scan_by_key(policy, first, last, values, result, same, plus<details::ValueOf<Values>>());
}
WS_ALGORITHM Keys, class Values, class Out>
inline Out inclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result) {
  return inclusive_scan_by_key(policy, first, last, values, result, equal_to<details::ValueOf<Keys>>());
}
WARPSCHOOL_THRUST_IMPLIED(inclusive_scan_by_key)
WS_ALGORITHM Keys, class Values, class Out, class T, class Equal, class Op>
inline Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result, T initial, Equal same, Op op) {
  auto in = details::raw(values);
  details::scan_runs<T>(policy, first, details::count_of(first, last), result, same, op,
                        [=] __host__ __device__(size_t i, bool begins) mutable -> T { return begins ? initial : static_cast<T>(in[i - 1]); });
  return result + (last - first);
}
WS_ALGORITHM Keys, class Values, class Out, class T, class Equal>
inline Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result, T initial, Equal same) {
  return exclusive_scan_by_key(policy, first, last, values, result, initial, same, plus<T>());
}
WS_ALGORITHM Keys, class Values, class Out, class T>
inline Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result, T initial) {
  return exclusive_scan_by_key(policy, first, last, values, result, initial, equal_to<details::ValueOf<Keys>>());
}
WS_ALGORITHM Keys, class Values, class Out>
inline Out exclusive_scan_by_key(const P& policy, Keys first, Keys last, Values values, Out result) {
  return exclusive_scan_by_key(policy, first, last, values, result, details::ValueOf<Values>());
}
WARPSCHOOL_THRUST_IMPLIED(exclusive_scan_by_key)

WS_ALGORITHM A, class B, class Out, class Less>
inline Out merge(const P& policy, A a, A a_end, B b, B b_end, Out result, Less less_than) {
  details::merge_ranges(policy, details::raw(a), details::count_of(a, a_end), details::raw(b), details::count_of(b, b_end),
                        details::raw(result), less_than);
  return result + (a_end - a) + (b_end - b);
}
WS_ALGORITHM A, class B, class Out>
inline Out merge(const P& policy, A a, A a_end, B b, B b_end, Out result) {
  return merge(policy, a, a_end, b, b_end, result, less<details::ValueOf<A>>());
}
WARPSCHOOL_THRUST_IMPLIED(merge)

/* Sorted sets, in which a value may occur several times */
#define WS_SET_OPERATION(name, ...)                                                                     \
  WS_ALGORITHM A, class B, class Out, class Less>                                                       \
  inline Out name(const P& policy, A a, A a_end, B b, B b_end, Out result, Less less_than) {            \
    using T = details::ValueOf<A>;                                                                      \
    auto in_a = details::raw(a);                                                                        \
    auto in_b = details::raw(b);                                                                        \
    auto out = details::raw(result);                                                                    \
    const size_t n = details::count_of(a, a_end), m = details::count_of(b, b_end);                      \
    __VA_ARGS__                                                                                             \
  }                                                                                                     \
  WS_ALGORITHM A, class B, class Out>                                                                   \
  inline Out name(const P& policy, A a, A a_end, B b, B b_end, Out result) {                            \
    return name(policy, a, a_end, b, b_end, result, less<details::ValueOf<A>>());                       \
  }                                                                                                     \
  WARPSCHOOL_THRUST_IMPLIED(name)
WS_SET_OPERATION(set_intersection, {
  return result + static_cast<std::ptrdiff_t>(details::sift(policy, in_a, n, in_b, m, out, true, less_than));
})
WS_SET_OPERATION(set_difference, {
  return result + static_cast<std::ptrdiff_t>(details::sift(policy, in_a, n, in_b, m, out, false, less_than));
})
WS_SET_OPERATION(set_union, {
  details::Scratch<T> rest(policy, m);
  const size_t more = details::sift(policy, in_b, m, in_a, n, rest.get(), false, less_than);
  details::merge_ranges(policy, in_a, n, rest.get(), more, out, less_than);
  return result + static_cast<std::ptrdiff_t>(n + more);
})
WS_SET_OPERATION(set_symmetric_difference, {
  details::Scratch<T> left(policy, n), right(policy, m);
  const size_t of_a = details::sift(policy, in_a, n, in_b, m, left.get(), false, less_than);
  const size_t of_b = details::sift(policy, in_b, m, in_a, n, right.get(), false, less_than);
  details::merge_ranges(policy, left.get(), of_a, right.get(), of_b, out, less_than);
  return result + static_cast<std::ptrdiff_t>(of_a + of_b);
})
#undef WS_SET_OPERATION

/* Places in a sorted range, for each of many values */
#define WS_SEARCH(name, type, ...)                                                                                           \
  WS_ALGORITHM It, class Values, class Out, class Less>                                                                      \
  inline Out name(const P& policy, It first, It last, Values values, Values values_end, Out result, Less less_than) {        \
    auto data = details::raw(first);                                                                                         \
    auto wanted = details::raw(values);                                                                                      \
    auto out = details::raw(result);                                                                                         \
    const size_t n = details::count_of(first, last);                                                                         \
    details::apply(policy, details::count_of(values, values_end), WS_EACH {                                                  \
      const details::ValueOf<Values> value = wanted[i];                                                                      \
      out[i] = static_cast<type>(__VA_ARGS__);                                                                               \
    });                                                                                                                      \
    return result + (values_end - values);                                                                                   \
  }                                                                                                                          \
  WS_ALGORITHM It, class Values, class Out>                                                                                  \
  inline Out name(const P& policy, It first, It last, Values values, Values values_end, Out result) {                        \
    return name(policy, first, last, values, values_end, result, less<>());                                                  \
  }
WS_SEARCH(lower_bound, details::ValueOf<Out>, details::bound(data, n, value, false, less_than))
WS_SEARCH(upper_bound, details::ValueOf<Out>, details::bound(data, n, value, true, less_than))
WS_SEARCH(binary_search, bool, details::bound(data, n, value, false, less_than) != details::bound(data, n, value, true, less_than))
#undef WS_SEARCH

/* One value in a sorted range */
WS_ALGORITHM It, class T, class Less>
inline It lower_bound(const P& policy, It first, It last, const T& value, Less less_than) {
  return details::bound_in(policy, first, last, value, false, less_than);
}
WS_ALGORITHM It, class T>
inline It lower_bound(const P& policy, It first, It last, const T& value) {
  return lower_bound(policy, first, last, value, less<details::ValueOf<It>>());
}
WS_ALGORITHM It, class T, class Less>
inline It upper_bound(const P& policy, It first, It last, const T& value, Less less_than) {
  return details::bound_in(policy, first, last, value, true, less_than);
}
WS_ALGORITHM It, class T>
inline It upper_bound(const P& policy, It first, It last, const T& value) {
  return upper_bound(policy, first, last, value, less<details::ValueOf<It>>());
}
WS_ALGORITHM It, class T, class Less>
inline bool binary_search(const P& policy, It first, It last, const T& value, Less less_than) {
  return lower_bound(policy, first, last, value, less_than) != upper_bound(policy, first, last, value, less_than);
}
WS_ALGORITHM It, class T>
inline bool binary_search(const P& policy, It first, It last, const T& value) {
  return binary_search(policy, first, last, value, less<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(lower_bound)
WARPSCHOOL_THRUST_IMPLIED(upper_bound)
WARPSCHOOL_THRUST_IMPLIED(binary_search)
WS_ALGORITHM It, class T, class Less>
inline pair<It, It> equal_range(const P& policy, It first, It last, const T& value, Less less_than) {
  return pair<It, It>(lower_bound(policy, first, last, value, less_than), upper_bound(policy, first, last, value, less_than));
}
WS_ALGORITHM It, class T>
inline pair<It, It> equal_range(const P& policy, It first, It last, const T& value) {
  return pair<It, It>(lower_bound(policy, first, last, value), upper_bound(policy, first, last, value));
}
WARPSCHOOL_THRUST_IMPLIED(equal_range)

/* Where something is so for the first time */
WS_ALGORITHM A, class B, class Same>
inline pair<A, B> mismatch(const P& policy, A first, A last, B second, Same same) {
  auto a = details::raw(first);
  auto b = details::raw(second);
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(
      details::first_where(policy, make_counting_iterator<size_t>(0), details::count_of(first, last),
                           [=] __host__ __device__(size_t i) mutable { return !same(a[i], b[i]); }));
  return pair<A, B>(first + at, second + at);
}
WS_ALGORITHM A, class B>
inline pair<A, B> mismatch(const P& policy, A first, A last, B second) {
  return mismatch(policy, first, last, second, equal_to<>());
}
WARPSCHOOL_THRUST_IMPLIED(mismatch)
WS_ALGORITHM It, class Test>
inline It find_if_not(const P& policy, It first, It last, Test test) {
  return find_if(policy, first, last, not1(test));
}
WARPSCHOOL_THRUST_IMPLIED(find_if_not)
WS_ALGORITHM It, class Less>
inline It is_sorted_until(const P& policy, It first, It last, Less less_than) {
  auto in = details::raw(first);
  return first + static_cast<std::ptrdiff_t>(
                     details::first_where(policy, make_counting_iterator<size_t>(0), details::count_of(first, last),
                                          [=] __host__ __device__(size_t i) mutable { return i != 0 && less_than(in[i], in[i - 1]); }));
}
WS_ALGORITHM It>
inline It is_sorted_until(const P& policy, It first, It last) {
  return is_sorted_until(policy, first, last, less<details::ValueOf<It>>());
}
WARPSCHOOL_THRUST_IMPLIED(is_sorted_until)

/* Copies with a change */
WS_ALGORITHM It, class Stencil, class Out, class Test, class T>
inline Out replace_copy_if(const P& policy, It first, It last, Stencil stencil, Out result, Test test, const T& value) {
  auto in = details::raw(first);
  auto asked = details::raw(stencil);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(asked[i])) {
      out[i] = value;
    } else {
      out[i] = in[i];
    }
  });
  return result + (last - first);
}
WS_ALGORITHM It, class Out, class Test, class T>
inline Out replace_copy_if(const P& policy, It first, It last, Out result, Test test, const T& value) {
  return replace_copy_if(policy, first, last, first, result, test, value);
}
WARPSCHOOL_THRUST_IMPLIED(replace_copy_if)
WS_ALGORITHM It, class Out, class T>
inline Out replace_copy(const P& policy, It first, It last, Out result, const T& old, const T& value) {
  return replace_copy_if(policy, first, last, result, [=] __host__ __device__(const details::ValueOf<It>& x) mutable { return x == old; }, value);
}
WARPSCHOOL_THRUST_IMPLIED(replace_copy)
WS_ALGORITHM It, class Out, class T>
inline Out remove_copy(const P& policy, It first, It last, Out result, const T& value) {
  return remove_copy_if(policy, first, last, result, [=] __host__ __device__(const details::ValueOf<It>& x) mutable { return x == value; });
}
WARPSCHOOL_THRUST_IMPLIED(remove_copy)
WS_ALGORITHM It, class Out>
inline Out reverse_copy(const P& policy, It first, It last, Out result) {
  auto in = details::raw(first);
  auto out = details::raw(result);
  const size_t n = details::count_of(first, last);
  details::apply(policy, n, WS_EACH { out[i] = in[n - 1 - i]; });
  return result + (last - first);
}
WARPSCHOOL_THRUST_IMPLIED(reverse_copy)
WS_ALGORITHM A, class B>
inline B swap_ranges(const P& policy, A first, A last, B second) {
  auto a = details::raw(first);
  auto b = details::raw(second);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    const details::ValueOf<A> old = a[i];
    a[i] = b[i];
    b[i] = old;
  });
  return second + (last - first);
}
WARPSCHOOL_THRUST_IMPLIED(swap_ranges)
WS_ALGORITHM Map, class Stencil, class It, class Out, class Test>
inline Out gather_if(const P& policy, Map first, Map last, Stencil stencil, It values, Out result, Test test) {
  auto map = details::raw(first);
  auto asked = details::raw(stencil);
  auto in = details::raw(values);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(asked[i])) {
      out[i] = in[map[i]];
    }
  });
  return result + (last - first);
}
WS_ALGORITHM Map, class Stencil, class It, class Out>
inline Out gather_if(const P& policy, Map first, Map last, Stencil stencil, It values, Out result) {
  return gather_if(policy, first, last, stencil, values, result, identity<>());
}
WARPSCHOOL_THRUST_IMPLIED(gather_if)
WS_ALGORITHM It, class Map, class Stencil, class Out, class Test>
inline void scatter_if(const P& policy, It first, It last, Map places, Stencil stencil, Out result, Test test) {
  auto in = details::raw(first);
  auto map = details::raw(places);
  auto asked = details::raw(stencil);
  auto out = details::raw(result);
  details::apply(policy, details::count_of(first, last), WS_EACH {
    if (test(asked[i])) {
      out[map[i]] = in[i];
    }
  });
}
WS_ALGORITHM It, class Map, class Stencil, class Out>
inline void scatter_if(const P& policy, It first, It last, Map places, Stencil stencil, Out result) {
  scatter_if(policy, first, last, places, stencil, result, identity<>());
}
WARPSCHOOL_THRUST_IMPLIED(scatter_if)
WS_ALGORITHM Keys, class Values, class KeysOut, class ValuesOut, class Equal>
inline pair<KeysOut, ValuesOut> unique_by_key_copy(const P& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                                   ValuesOut values_result, Equal same) {
  auto keys = details::raw(first);
  auto in = details::raw(values);
  auto keys_out = details::raw(keys_result);
  auto out = details::raw(values_result);
  const auto count = static_cast<std::ptrdiff_t>(details::compact(
      policy, details::count_of(first, last), [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(keys[i - 1], keys[i]); },
      [=] __host__ __device__(size_t place, size_t i) mutable {
        keys_out[place] = keys[i];
        out[place] = in[i];
      }));
  return pair<KeysOut, ValuesOut>(keys_result + count, values_result + count);
}
WS_ALGORITHM Keys, class Values, class KeysOut, class ValuesOut>
inline pair<KeysOut, ValuesOut> unique_by_key_copy(const P& policy, Keys first, Keys last, Values values, KeysOut keys_result,
                                                   ValuesOut values_result) {
  return unique_by_key_copy(policy, first, last, values, keys_result, values_result, equal_to<details::ValueOf<Keys>>());
}
WARPSCHOOL_THRUST_IMPLIED(unique_by_key_copy)
WS_ALGORITHM It, class T>
inline void uninitialized_fill(const P& policy, It first, It last, const T& value) {
  fill(policy, first, last, value);
}
WARPSCHOOL_THRUST_IMPLIED(uninitialized_fill)
WS_ALGORITHM It, class Out>
inline Out uninitialized_copy(const P& policy, It first, It last, Out result) {
  return copy(policy, first, last, result);
}
WARPSCHOOL_THRUST_IMPLIED(uninitialized_copy)
WS_ALGORITHM It, class N, class T>
inline It uninitialized_fill_n(const P& policy, It first, N n, const T& value) {
  return fill_n(policy, first, n, value);
}
WARPSCHOOL_THRUST_IMPLIED(uninitialized_fill_n)
WS_ALGORITHM It, class N, class Out>
inline Out uninitialized_copy_n(const P& policy, It first, N n, Out result) {
  return copy(policy, first, first + n, result);
}
WARPSCHOOL_THRUST_IMPLIED(uninitialized_copy_n)
#undef WS_ALGORITHM

}  // namespace thrust

#endif
