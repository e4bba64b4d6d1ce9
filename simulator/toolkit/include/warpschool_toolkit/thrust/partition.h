/* Elements in two groups, in their order, and ranges that are shuffled. */
#ifndef WARPSCHOOL_THRUST_PARTITION_H
#define WARPSCHOOL_THRUST_PARTITION_H

#include "random.h"
#include "in_kernels_more.h"
#include "sort.h"

namespace thrust {

namespace details {

/* Those with keep(i) first, both groups in their order; how many they are. */
template <class P, class It, class Keep>
inline It split(const P& policy, It first, It last, Keep keep) {
  using T = ValueOf<It>;
  const size_t n = count_of(first, last);
  Scratch<T> copies(policy, n), rest(policy, n);
  Scratch<bool> answers(policy, n);
  T *copy = copies.get(), *other = rest.get();
  bool* kept = answers.get();
  auto data = raw(first);
  apply(policy, n, [=] __host__ __device__(size_t i) mutable {
    new (copy + i) T(data[i]);
    kept[i] = keep(i);
  });
  const size_t count = compact(
      policy, n, [=] __host__ __device__(size_t i) { return kept[i]; },
      [=] __host__ __device__(size_t place, size_t i) mutable { data[place] = copy[i]; });
  const size_t rejected = compact(
      policy, n, [=] __host__ __device__(size_t i) { return !kept[i]; },
      [=] __host__ __device__(size_t place, size_t i) mutable { new (other + place) T(copy[i]); });
  apply(policy, rejected, [=] __host__ __device__(size_t i) mutable { data[count + i] = other[i]; });
  return first + static_cast<std::ptrdiff_t>(count);
}

}  // namespace details

template <class P, class It, class Test, class = details::IfPolicy<P>>
inline It stable_partition(const P& policy, It first, It last, Test test) {
  auto in = details::raw(first);
  return details::split(policy, first, last, [=] __host__ __device__(size_t i) mutable -> bool { return test(in[i]); });
}
template <class P, class It, class Stencil, class Test, class = details::IfPolicy<P>>
inline It stable_partition(const P& policy, It first, It last, Stencil stencil, Test test) {
  auto asked = details::raw(stencil);
  return details::split(policy, first, last, [=] __host__ __device__(size_t i) mutable -> bool { return test(asked[i]); });
}
WARPSCHOOL_THRUST_IMPLIED(stable_partition)
template <class P, class It, class... Rest, class = details::IfPolicy<P>>
inline It partition(const P& policy, It first, It last, Rest... rest) {
  return stable_partition(policy, first, last, rest...);
}
WARPSCHOOL_THRUST_IMPLIED(partition)

template <class P, class It, class Stencil, class Yes, class No, class Test, class = details::IfPolicy<P>>
inline pair<Yes, No> stable_partition_copy(const P& policy, It first, It last, Stencil stencil, Yes yes, No no, Test test) {
  const Yes yes_end = copy_if(policy, first, last, stencil, yes, test);
  return pair<Yes, No>(yes_end, remove_copy_if(policy, first, last, stencil, no, test));
}
template <class P, class It, class Yes, class No, class Test, class = details::IfPolicy<P>>
inline pair<Yes, No> stable_partition_copy(const P& policy, It first, It last, Yes yes, No no, Test test) {
  return stable_partition_copy(policy, first, last, first, yes, no, test);
}
WARPSCHOOL_THRUST_IMPLIED(stable_partition_copy)
template <class P, class It, class... Rest, class = details::IfPolicy<P>>
inline auto partition_copy(const P& policy, It first, It last, Rest... rest) {
  return stable_partition_copy(policy, first, last, rest...);
}
WARPSCHOOL_THRUST_IMPLIED(partition_copy)

/* Of a range in two groups, where the second one begins */
template <class P, class It, class Test, class = details::IfPolicy<P>>
inline It partition_point(const P& policy, It first, It last, Test test) {
  return find_if(policy, first, last, not1(test));
}
WARPSCHOOL_THRUST_IMPLIED(partition_point)
template <class P, class It, class Test, class = details::IfPolicy<P>>
inline bool is_partitioned(const P& policy, It first, It last, Test test) {
  return none_of(policy, partition_point(policy, first, last, test), last, test);
}
WARPSCHOOL_THRUST_IMPLIED(is_partitioned)

/* An order that the generator gives, each as likely as the others */
template <class P, class It, class Out, class Random, class = details::IfPolicy<P>>
inline Out shuffle_copy(const P& policy, It first, It last, Out result, Random&& random) {
  const size_t n = details::count_of(first, last);
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i) {
    uniform_int_distribution<size_t> upto(0, i);
    const size_t k = upto(random);
    order[i] = i;
    std::swap(order[i], order[k]);
  }
  details::Scratch<size_t> places(policy, n);
  if (n != 0) {
    details::check(cudaMemcpy(places.get(), order.data(), n * sizeof(size_t), cudaMemcpyDefault), "thrust: shuffle");
  }
  const size_t* place = places.get();
  auto in = details::raw(first);
  auto out = details::raw(result);
  details::apply(policy, n, WS_EACH { out[i] = in[place[i]]; });
  return result + (last - first);
}
template <class P, class It, class Random, class = details::IfPolicy<P>>
inline void shuffle(const P& policy, It first, It last, Random&& random) {
  using T = details::ValueOf<It>;
  const size_t n = details::count_of(first, last);
  details::Scratch<T> copies(policy, n);
  T* copy = copies.get();
  auto data = details::raw(first);
  details::apply(policy, n, [=] __host__ __device__(size_t i) mutable { new (copy + i) T(data[i]); });
  if constexpr (details::on_device<P>) {
    shuffle_copy(policy, device_ptr<T>(copy), device_ptr<T>(copy + n), first, random);
  } else {
    shuffle_copy(policy, copy, copy + n, first, random);
  }
}
template <class It, class Random, class = details::IfNoPolicy<It>>
inline void shuffle(It first, It last, Random&& random) {
  shuffle(details::Implied<It>(), first, last, random);
}
template <class It, class Out, class Random, class = details::IfNoPolicy<It>>
inline Out shuffle_copy(It first, It last, Out result, Random&& random) {
  return shuffle_copy(details::Implied<It, Out>(), first, last, result, random);
}

}  // namespace thrust

#endif
