/* Iterators that change what is read or written through them: transform_output_iterator, transform_input_output_iterator and
 * tabulate_output_iterator. */
#ifndef WARPSCHOOL_THRUST_OUTPUT_ITERATORS_H
#define WARPSCHOOL_THRUST_OUTPUT_ITERATORS_H

#include "iterators.h"

namespace thrust {

namespace details {

/* What stands for an element: assigning calls put(value). */
template <class Put>
struct Written {
  mutable Put put;
  template <class T, class = std::enable_if_t<!std::is_same<std::decay_t<T>, Written>::value>>
  WS_THRUST const Written& operator=(const T& value) const {
    put(value);
    return *this;
  }
};

template <class F, class Reference>
struct PutTransformed {
  F f;
  Reference at;
  template <class T>
  WS_THRUST void operator()(const T& value) {
    at = f(value);
  }
};
/* Reads give in(element), assignments write out(value). */
template <class In, class Out, class Reference>
struct ReadAndWritten {
  using Value = std::decay_t<decltype(std::declval<In&>()(std::declval<Reference>()))>;
  mutable In in;
  mutable Out out;
  Reference at;
  WS_THRUST operator Value() const { return in(at); }
  template <class T, class = std::enable_if_t<!std::is_same<std::decay_t<T>, ReadAndWritten>::value>>
  WS_THRUST const ReadAndWritten& operator=(const T& value) const {
    const_cast<ReadAndWritten*>(this)->at = out(value);
    return *this;
  }
  WS_THRUST const ReadAndWritten& operator=(const ReadAndWritten& other) const { return *this = static_cast<Value>(other); }
  ReadAndWritten(const ReadAndWritten&) = default;
  WS_THRUST ReadAndWritten(In i, Out o, Reference r) : in(i), out(o), at(static_cast<Reference>(r)) {}
};
template <class F>
struct PutWithIndex {
  F f;
  std::ptrdiff_t i;
  template <class T>
  WS_THRUST void operator()(const T& value) {
    f(i, value);
  }
};

}  // namespace details

/* *it = x writes f(x). */
template <class F, class It>
class transform_output_iterator
    : public details::Facade<transform_output_iterator<F, It>, details::ValueOf<It>,
                             details::Written<details::PutTransformed<F, typename std::iterator_traits<It>::reference>>> {
  using Put = details::PutTransformed<F, typename std::iterator_traits<It>::reference>;

 public:
  WS_THRUST transform_output_iterator(It base, F f) : base_(base), f_(f) {}
  WS_THRUST details::Written<Put> at(std::ptrdiff_t i) const { return {Put{f_, base_[i]}}; }
  WS_THRUST void move(std::ptrdiff_t n) { base_ += n; }
  WS_THRUST std::ptrdiff_t from(const transform_output_iterator& other) const { return base_ - other.base_; }
  WS_THRUST const It& base() const { return base_; }
  WS_THRUST const F& functor() const { return f_; }

 private:
  It base_;
  F f_;
};
template <class F, class It>
WS_THRUST transform_output_iterator<F, It> make_transform_output_iterator(It base, F f) {
  return transform_output_iterator<F, It>(base, f);
}

template <class In, class Out, class It>
class transform_input_output_iterator
    : public details::Facade<
          transform_input_output_iterator<In, Out, It>,
          typename details::ReadAndWritten<In, Out, typename std::iterator_traits<It>::reference>::Value,
          details::ReadAndWritten<In, Out, typename std::iterator_traits<It>::reference>> {
  using Element = details::ReadAndWritten<In, Out, typename std::iterator_traits<It>::reference>;

 public:
  WS_THRUST transform_input_output_iterator(It base, In in, Out out) : base_(base), in_(in), out_(out) {}
  WS_THRUST Element at(std::ptrdiff_t i) const { return Element(in_, out_, base_[i]); }
  WS_THRUST void move(std::ptrdiff_t n) { base_ += n; }
  WS_THRUST std::ptrdiff_t from(const transform_input_output_iterator& other) const { return base_ - other.base_; }
  WS_THRUST const It& base() const { return base_; }
  WS_THRUST const In& input_function() const { return in_; }
  WS_THRUST const Out& output_function() const { return out_; }

 private:
  It base_;
  In in_;
  Out out_;
};
template <class In, class Out, class It>
WS_THRUST transform_input_output_iterator<In, Out, It> make_transform_input_output_iterator(It base, In in, Out out) {
  return transform_input_output_iterator<In, Out, It>(base, in, out);
}

/* it[i] = x calls f(i, x). */
template <class F, class System = use_default, class Difference = std::ptrdiff_t>
class tabulate_output_iterator
    : public details::Facade<tabulate_output_iterator<F, System, Difference>, int, details::Written<details::PutWithIndex<F>>> {
 public:
  WS_THRUST explicit tabulate_output_iterator(F f, std::ptrdiff_t index = 0) : f_(f), index_(index) {}
  WS_THRUST details::Written<details::PutWithIndex<F>> at(std::ptrdiff_t i) const { return {details::PutWithIndex<F>{f_, index_ + i}}; }
  WS_THRUST void move(std::ptrdiff_t n) { index_ += n; }
  WS_THRUST std::ptrdiff_t from(const tabulate_output_iterator& other) const { return index_ - other.index_; }

 private:
  F f_;
  std::ptrdiff_t index_;
};
template <class F>
WS_THRUST tabulate_output_iterator<F> make_tabulate_output_iterator(F f) {
  return tabulate_output_iterator<F>(f);
}

namespace details {
template <class F, class It>
struct IteratorTraits<transform_output_iterator<F, It>> {
  using system = SystemOf<It>;
  static auto raw(const transform_output_iterator<F, It>& it) {
    return make_transform_output_iterator(details::raw(it.base()), it.functor());
  }
};
template <class In, class Out, class It>
struct IteratorTraits<transform_input_output_iterator<In, Out, It>> {
  using system = SystemOf<It>;
  static auto raw(const transform_input_output_iterator<In, Out, It>& it) {
    return make_transform_input_output_iterator(details::raw(it.base()), it.input_function(), it.output_function());
  }
};
template <class F, class System, class Difference>
struct IteratorTraits<tabulate_output_iterator<F, System, Difference>> {
  using system = Or<System, any_system_tag>;
  static auto raw(const tabulate_output_iterator<F, System, Difference>& it) { return it; }
};
}  // namespace details

}  // namespace thrust

#endif
