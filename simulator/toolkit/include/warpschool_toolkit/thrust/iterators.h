/* Iterators that make their values: counting, constant, transform, zip, permutation, discard. */
#ifndef WARPSCHOOL_THRUST_ITERATORS_H
#define WARPSCHOOL_THRUST_ITERATORS_H

#include "facade.h"
#include "functional.h"
#include "pointer.h"
#include "tuple.h"

namespace thrust {

namespace details {

/* What every iterator below has: a position that moves. `Derived` says what lies there. */
template <class Derived, class Value, class Reference>
class Facade {
 public:
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using pointer = Value*;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;

  WS_THRUST reference operator*() const { return self().at(0); }
  WS_THRUST reference operator[](difference_type i) const { return self().at(i); }
  WS_THRUST Derived& operator+=(difference_type n) {
    self().move(n);
    return self();
  }
  WS_THRUST Derived& operator-=(difference_type n) { return *this += -n; }
  WS_THRUST Derived& operator++() { return *this += 1; }
  WS_THRUST Derived& operator--() { return *this += -1; }
  WS_THRUST Derived operator++(int) {
    Derived old = self();
    *this += 1;
    return old;
  }
  WS_THRUST Derived operator--(int) {
    Derived old = self();
    *this += -1;
    return old;
  }
  friend WS_THRUST Derived operator+(Derived it, difference_type n) { return it += n; }
  friend WS_THRUST Derived operator+(difference_type n, Derived it) { return it += n; }
  friend WS_THRUST Derived operator-(Derived it, difference_type n) { return it += -n; }
  friend WS_THRUST difference_type operator-(const Derived& a, const Derived& b) { return a.from(b); }
  friend WS_THRUST bool operator==(const Derived& a, const Derived& b) { return a.from(b) == 0; }
  friend WS_THRUST bool operator!=(const Derived& a, const Derived& b) { return a.from(b) != 0; }
  friend WS_THRUST bool operator<(const Derived& a, const Derived& b) { return a.from(b) < 0; }
  friend WS_THRUST bool operator>(const Derived& a, const Derived& b) { return a.from(b) > 0; }
  friend WS_THRUST bool operator<=(const Derived& a, const Derived& b) { return a.from(b) <= 0; }
  friend WS_THRUST bool operator>=(const Derived& a, const Derived& b) { return a.from(b) >= 0; }

 private:
  WS_THRUST Derived& self() { return static_cast<Derived&>(*this); }
  WS_THRUST const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace details

template <class T, class System = use_default, class Traversal = use_default, class Difference = use_default>
class counting_iterator : public details::Facade<counting_iterator<T, System, Traversal, Difference>, T, T> {
 public:
  counting_iterator() = default;
  WS_THRUST counting_iterator(T value) : value_(value) {}
  template <class OtherSystem>
  WS_THRUST counting_iterator(const counting_iterator<T, OtherSystem, Traversal, Difference>& other) : value_(other.base()) {}
  WS_THRUST const T& base() const { return value_; }
  WS_THRUST T at(std::ptrdiff_t i) const { return static_cast<T>(value_ + i); }
  WS_THRUST void move(std::ptrdiff_t n) { value_ = static_cast<T>(value_ + n); }
  WS_THRUST std::ptrdiff_t from(const counting_iterator& other) const {
    if constexpr (std::is_floating_point<T>::value) { /* less than a step apart is the same place */
      return static_cast<std::ptrdiff_t>(static_cast<double>(value_) - static_cast<double>(other.value_));
    } else {
      return static_cast<std::ptrdiff_t>(value_) - static_cast<std::ptrdiff_t>(other.value_);
    }
  }

 private:
  T value_ = T();
};
template <class T>
WS_THRUST counting_iterator<T> make_counting_iterator(T value) {
  return counting_iterator<T>(value);
}

template <class T, class Incrementable = use_default, class System = use_default>
class constant_iterator : public details::Facade<constant_iterator<T, Incrementable, System>, T, T> {
 public:
  WS_THRUST constant_iterator(T value = T(), std::ptrdiff_t index = 0) : value_(value), index_(index) {}
  template <class OtherSystem>
  WS_THRUST constant_iterator(const constant_iterator<T, Incrementable, OtherSystem>& other)
      : value_(other.value()), index_(other.base()) {}
  WS_THRUST T at(std::ptrdiff_t) const { return value_; }
  WS_THRUST void move(std::ptrdiff_t n) { index_ += n; }
  WS_THRUST std::ptrdiff_t from(const constant_iterator& other) const { return index_ - other.index_; }
  WS_THRUST std::ptrdiff_t base() const { return index_; }
  WS_THRUST const T& value() const { return value_; }

 private:
  T value_;
  std::ptrdiff_t index_;
};
template <class T>
WS_THRUST constant_iterator<T> make_constant_iterator(T value, std::ptrdiff_t index = 0) {
  return constant_iterator<T>(value, index);
}

/* Takes any value and forgets it. */
template <class System = use_default>
class discard_iterator : public details::Facade<discard_iterator<System>, int, discard_iterator<System>> {
 public:
  WS_THRUST explicit discard_iterator(std::ptrdiff_t index = 0) : index_(index) {}
  template <class OtherSystem>
  WS_THRUST explicit discard_iterator(const discard_iterator<OtherSystem>& other) : index_(other.base()) {}
  WS_THRUST std::ptrdiff_t base() const { return index_; }
  template <class T, class = std::enable_if_t<!std::is_same<std::decay_t<T>, discard_iterator>::value>>
  WS_THRUST const discard_iterator& operator=(const T&) const {
    return *this;
  }
  WS_THRUST discard_iterator at(std::ptrdiff_t i) const { return discard_iterator(index_ + i); }
  WS_THRUST void move(std::ptrdiff_t n) { index_ += n; }
  WS_THRUST std::ptrdiff_t from(const discard_iterator& other) const { return index_ - other.index_; }

 private:
  std::ptrdiff_t index_;
};
WS_THRUST discard_iterator<> make_discard_iterator(std::ptrdiff_t index = 0) { return discard_iterator<>(index); }

namespace details {
/* What a transform_iterator gives: what it was asked for, or what its function returns. */
template <class F, class It, class Asked>
struct Transformed {
  using type = std::decay_t<Asked>;
};
template <class F, class It>
struct Transformed<F, It, use_default> {
  using type = std::decay_t<decltype(std::declval<F>()(std::declval<const ValueOf<It>&>()))>;
};
}  // namespace details

template <class F, class It, class Reference = use_default, class Value = use_default>
class transform_iterator
    : public details::Facade<transform_iterator<F, It, Reference, Value>, typename details::Transformed<F, It, Reference>::type,
                             typename details::Transformed<F, It, Reference>::type> {
 public:
  using result = typename details::Transformed<F, It, Reference>::type;

  transform_iterator() = default;
  WS_THRUST explicit transform_iterator(It base, F f = F()) : base_(base), f_(f) {}
  WS_THRUST result at(std::ptrdiff_t i) const {
    if constexpr (std::is_lvalue_reference<typename std::iterator_traits<It>::reference>::value) {
      return f_(base_[i]);
    } else {
      const details::ValueOf<It> value = base_[i];
      return f_(value);
    }
  }
  WS_THRUST void move(std::ptrdiff_t n) { base_ += n; }
  WS_THRUST std::ptrdiff_t from(const transform_iterator& other) const { return base_ - other.base_; }
  WS_THRUST const It& base() const { return base_; }
  WS_THRUST const F& function() const { return f_; }
  WS_THRUST const F& functor() const { return f_; }

 private:
  It base_;
  mutable F f_;  /* also one whose operator() is not const */
};
template <class It, class F>
WS_THRUST transform_iterator<F, It> make_transform_iterator(It base, F f) {
  return transform_iterator<F, It>(base, f);
}

/* The elements that a second iterator names. */
template <class It, class Index>
class permutation_iterator
    : public details::Facade<permutation_iterator<It, Index>, details::ValueOf<It>,
                             typename std::iterator_traits<It>::reference> {
 public:
  permutation_iterator() = default;
  WS_THRUST permutation_iterator(It base, Index index) : base_(base), index_(index) {}
  WS_THRUST typename std::iterator_traits<It>::reference at(std::ptrdiff_t i) const {
    return base_[static_cast<std::ptrdiff_t>(index_[i])];
  }
  WS_THRUST void move(std::ptrdiff_t n) { index_ += n; }
  WS_THRUST std::ptrdiff_t from(const permutation_iterator& other) const { return index_ - other.index_; }
  WS_THRUST const It& base() const { return base_; }
  WS_THRUST const Index& index() const { return index_; }

 private:
  It base_;
  Index index_;
};
template <class It, class Index>
WS_THRUST permutation_iterator<It, Index> make_permutation_iterator(It base, Index index) {
  return permutation_iterator<It, Index>(base, index);
}

/* Backwards */
template <class It>
class reverse_iterator
    : public details::Facade<reverse_iterator<It>, details::ValueOf<It>, typename std::iterator_traits<It>::reference> {
 public:
  reverse_iterator() = default;
  WS_THRUST explicit reverse_iterator(It base) : base_(base) {}
  template <class Other, class = std::enable_if_t<std::is_convertible<Other, It>::value>>
  WS_THRUST reverse_iterator(const reverse_iterator<Other>& other) : base_(other.base()) {}
  WS_THRUST typename std::iterator_traits<It>::reference at(std::ptrdiff_t i) const { return base_[-1 - i]; }
  WS_THRUST void move(std::ptrdiff_t n) { base_ += -n; }
  WS_THRUST std::ptrdiff_t from(const reverse_iterator& other) const { return other.base_ - base_; }
  WS_THRUST It base() const { return base_; }

 private:
  It base_;
};
template <class It>
WS_THRUST reverse_iterator<It> make_reverse_iterator(It base) {
  return reverse_iterator<It>(base);
}

template <class Iterators>
class zip_iterator;
template <class... Its>
class zip_iterator<tuple<Its...>>
    : public details::Facade<zip_iterator<tuple<Its...>>, tuple<details::ValueOf<Its>...>,
                             tuple<typename std::iterator_traits<Its>::reference...>> {
 public:
  using references = tuple<typename std::iterator_traits<Its>::reference...>;

  zip_iterator() = default;
  WS_THRUST zip_iterator(const tuple<Its...>& its) : its_(its) {}
  template <class... Others, class = std::enable_if_t<(std::is_convertible<Others, Its>::value && ...)>>
  WS_THRUST zip_iterator(const zip_iterator<tuple<Others...>>& other) : its_(other.get_iterator_tuple()) {}
  WS_THRUST references at(std::ptrdiff_t i) const { return pick(i, std::index_sequence_for<Its...>()); }
  WS_THRUST void move(std::ptrdiff_t n) { move_all(n, std::index_sequence_for<Its...>()); }
  WS_THRUST std::ptrdiff_t from(const zip_iterator& other) const { return get<0>(its_) - get<0>(other.its_); }
  WS_THRUST const tuple<Its...>& get_iterator_tuple() const { return its_; }

 private:
  template <size_t... I>
  WS_THRUST references pick(std::ptrdiff_t i, std::index_sequence<I...>) const {
    return references(get<I>(its_)[i]...);
  }
  template <size_t... I>
  WS_THRUST void move_all(std::ptrdiff_t n, std::index_sequence<I...>) {
    ((get<I>(its_) += n), ...);
  }

  tuple<Its...> its_;
};
template <class... Its>
WS_THRUST zip_iterator<tuple<Its...>> make_zip_iterator(const tuple<Its...>& its) {
  return zip_iterator<tuple<Its...>>(its);
}
template <class First, class Second, class... Its>
WS_THRUST zip_iterator<tuple<First, Second, Its...>> make_zip_iterator(First first, Second second, Its... its) {
  return zip_iterator<tuple<First, Second, Its...>>(tuple<First, Second, Its...>(first, second, its...));
}

/* What std::make_tuple gives, which is found for the host's iterators where a program does not name thrust's. */
namespace details {
template <class... Its, size_t... I>
zip_iterator<tuple<Its...>> zip_of(const std::tuple<Its...>& its, std::index_sequence<I...>) {
  return zip_iterator<tuple<Its...>>(tuple<Its...>(std::get<I>(its)...));
}
}  // namespace details
template <class... Its>
zip_iterator<tuple<Its...>> make_zip_iterator(const std::tuple<Its...>& its) {
  return details::zip_of(its, std::index_sequence_for<Its...>());
}

/* A function of several arguments applied to a tuple. */
template <class F>
class zip_function {
 public:
  WS_THRUST zip_function(F f) : f_(f) {}
  template <class... Ts>
  WS_THRUST auto operator()(const tuple<Ts...>& t) const {
    return call(t, std::index_sequence_for<Ts...>());
  }

 private:
  template <class T, size_t... I>
  WS_THRUST auto call(const T& t, std::index_sequence<I...>) const {
    return f_(get<I>(t)...);
  }
  mutable F f_; /* a program's own function object need not be const */
};
template <class F>
WS_THRUST zip_function<F> make_zip_function(F f) {
  return zip_function<F>(f);
}

namespace details {
template <class T, class System, class Traversal, class Difference>
struct IteratorTraits<counting_iterator<T, System, Traversal, Difference>> {
  using It = counting_iterator<T, System, Traversal, Difference>;
  using system = Or<System, any_system_tag>;
  static It raw(It it) { return it; }
};
template <class T, class Incrementable, class System>
struct IteratorTraits<constant_iterator<T, Incrementable, System>> {
  using It = constant_iterator<T, Incrementable, System>;
  using system = Or<System, any_system_tag>;
  static It raw(It it) { return it; }
};
template <class System>
struct IteratorTraits<discard_iterator<System>> {
  using system = Or<System, any_system_tag>;
  static discard_iterator<System> raw(discard_iterator<System> it) { return it; }
};
template <class It>
struct IteratorTraits<reverse_iterator<It>> {
  using system = SystemOf<It>;
  static auto raw(const reverse_iterator<It>& it) { return thrust::make_reverse_iterator(details::raw(it.base())); }
};
template <class F, class It, class Reference, class Value>
struct IteratorTraits<transform_iterator<F, It, Reference, Value>> {
  using system = SystemOf<It>;
  static auto raw(const transform_iterator<F, It, Reference, Value>& it) {
    return transform_iterator<F, decltype(details::raw(it.base())), Reference, Value>(details::raw(it.base()), it.function());
  }
};
template <class It, class Index>
struct IteratorTraits<permutation_iterator<It, Index>> {
  using system = Join<SystemOf<It>, SystemOf<Index>>;
  static auto raw(const permutation_iterator<It, Index>& it) {
    return make_permutation_iterator(details::raw(it.base()), details::raw(it.index()));
  }
};
template <class... Its>
struct IteratorTraits<zip_iterator<tuple<Its...>>> {
  using system = typename JoinAll<Its...>::type;
  static auto raw(const zip_iterator<tuple<Its...>>& it) {
    return raw_of(it.get_iterator_tuple(), std::index_sequence_for<Its...>());
  }
  template <size_t... I>
  static auto raw_of(const tuple<Its...>& its, std::index_sequence<I...>) {
    return make_zip_iterator(tuple<decltype(details::raw(get<I>(its)))...>(details::raw(get<I>(its))...));
  }
};
}  // namespace details

}  // namespace thrust

#endif
