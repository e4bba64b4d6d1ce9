/* Tuples and pairs that both sides can assign, also tuples of references. */
#ifndef WARPSCHOOL_THRUST_TUPLE_H
#define WARPSCHOOL_THRUST_TUPLE_H

#include "base.h"

#include <tuple>
#include <utility>

namespace thrust {

struct null_type {};

template <class... Ts>
class tuple;
template <>
class tuple<> {};
template <class A, class B>
struct pair;
template <size_t I, class T>
struct tuple_element;
template <size_t I, class... Ts>
WS_THRUST auto& get(tuple<Ts...>& t);
template <size_t I, class... Ts>
WS_THRUST auto& get(const tuple<Ts...>& t);
template <class Head, class... Tail>
class tuple<Head, Tail...> {
 public:
  tuple() = default;
  template <class H, class... T,
            class = std::enable_if_t<sizeof...(T) == sizeof...(Tail) && std::is_constructible<Head, H&&>::value>>
  WS_THRUST tuple(H&& head, T&&... tail) : head_(static_cast<H&&>(head)), tail_(static_cast<T&&>(tail)...) {}
  tuple(const tuple&) = default;
  template <class H, class... T, class = std::enable_if_t<sizeof...(T) == sizeof...(Tail)>>
  WS_THRUST tuple(const tuple<H, T...>& other) : head_(other.head()), tail_(other.tail()) {}
  WS_THRUST tuple& operator=(const tuple& other) {
    head_ = other.head();
    tail_ = other.tail();
    return *this;
  }
  template <class H, class... T>
  WS_THRUST tuple& operator=(const tuple<H, T...>& other) {
    head_ = other.head();
    tail_ = other.tail();
    return *this;
  }
  template <class A, class B, class = std::enable_if_t<sizeof...(Tail) == 1 && std::is_constructible<Head, const A&>::value>>
  WS_THRUST tuple(const pair<A, B>& other) : head_(other.first), tail_(other.second) {}
  template <class A, class B, class = std::enable_if_t<sizeof...(Tail) == 1 && std::is_assignable<std::remove_reference_t<Head>&, const A&>::value>>
  WS_THRUST tuple& operator=(const pair<A, B>& other) {
    head_ = other.first;
    tail_.head() = other.second;
    return *this;
  }
  WS_THRUST std::remove_reference_t<Head>& head() { return head_; }
  WS_THRUST const Head& head() const { return head_; } /* of a reference what it refers to, as it is */
  template <int I>
  WS_THRUST auto& get() {
    return thrust::get<I>(*this);
  }
  template <int I>
  WS_THRUST auto& get() const {
    return thrust::get<I>(*this);
  }
  WS_THRUST void swap(tuple& other) {
    const tuple old = *this;
    *this = other;
    other = old;
  }
  WS_THRUST tuple<Tail...>& tail() { return tail_; }
  WS_THRUST const tuple<Tail...>& tail() const { return tail_; }

 private:
  Head head_;
  tuple<Tail...> tail_;
};

/* The last one has no rest, which would take room. */
template <class Head>
class tuple<Head> {
 public:
  tuple() = default;
  template <class H, class = std::enable_if_t<std::is_constructible<Head, H&&>::value>>
  WS_THRUST tuple(H&& head) : head_(static_cast<H&&>(head)) {}
  tuple(const tuple&) = default;
  template <class H>
  WS_THRUST tuple(const tuple<H>& other) : head_(other.head()) {}
  WS_THRUST tuple& operator=(const tuple& other) {
    head_ = other.head();
    return *this;
  }
  template <class H>
  WS_THRUST tuple& operator=(const tuple<H>& other) {
    head_ = other.head();
    return *this;
  }
  WS_THRUST std::remove_reference_t<Head>& head() { return head_; }
  WS_THRUST const Head& head() const { return head_; }
  template <int I>
  WS_THRUST auto& get() {
    static_assert(I == 0, "a tuple of one value has no other");
    return head();
  }
  template <int I>
  WS_THRUST auto& get() const {
    static_assert(I == 0, "a tuple of one value has no other");
    return head();
  }
  WS_THRUST void swap(tuple& other) {
    const tuple old = *this;
    *this = other;
    other = old;
  }
  WS_THRUST tuple<> tail() const { return {}; }

 private:
  Head head_;
};

template <class Head, class... Tail>
struct tuple_element<0, tuple<Head, Tail...>> {
  using type = Head;
};
template <size_t I, class Head, class... Tail>
struct tuple_element<I, tuple<Head, Tail...>> : tuple_element<I - 1, tuple<Tail...>> {};
template <class T>
struct tuple_size;
template <class... Ts>
struct tuple_size<tuple<Ts...>> {
  static constexpr size_t value = sizeof...(Ts);
};

template <size_t I, class... Ts>
WS_THRUST auto& get(tuple<Ts...>& t) {
  if constexpr (I == 0) {
    return t.head();
  } else {
    return get<I - 1>(t.tail());
  }
}
template <size_t I, class... Ts>
WS_THRUST auto& get(const tuple<Ts...>& t) {
  if constexpr (I == 0) {
    return t.head();
  } else {
    return get<I - 1>(t.tail());
  }
}
template <size_t I, class... Ts>
WS_THRUST typename tuple_element<I, tuple<Ts...>>::type&& get(tuple<Ts...>&& t) {
  return static_cast<typename tuple_element<I, tuple<Ts...>>::type&&>(get<I>(t));
}
template <class... Ts>
WS_THRUST tuple<std::decay_t<Ts>...> make_tuple(const Ts&... values) {
  return tuple<std::decay_t<Ts>...>(values...);
}
template <class... Ts>
WS_THRUST tuple<Ts&...> tie(Ts&... values) {
  return tuple<Ts&...>(values...);
}
WS_THRUST bool operator==(const tuple<>&, const tuple<>&) { return true; }
template <class H, class... T, class G, class... U>
WS_THRUST bool operator==(const tuple<H, T...>& a, const tuple<G, U...>& b) {
  return a.head() == b.head() && a.tail() == b.tail();
}
WS_THRUST bool operator<(const tuple<>&, const tuple<>&) { return false; }
template <class H, class... T, class G, class... U>
WS_THRUST bool operator<(const tuple<H, T...>& a, const tuple<G, U...>& b) {
  return a.head() < b.head() || (!(b.head() < a.head()) && a.tail() < b.tail());
}

#define WS_COMPARE(op, expression)                                                \
  template <class... Ts, class... Us>                                             \
  WS_THRUST bool operator op(const tuple<Ts...>& a, const tuple<Us...>& b) {      \
    return expression;                                                            \
  }
WS_COMPARE(!=, !(a == b))
WS_COMPARE(>, b < a)
WS_COMPARE(<=, !(b < a))
WS_COMPARE(>=, !(a < b))
#undef WS_COMPARE
template <class... Ts>
WS_THRUST void swap(tuple<Ts...>& a, tuple<Ts...>& b) {
  a.swap(b);
}
namespace details {
/* Takes any value and forgets it. */
struct Ignore {
  template <class T>
  WS_THRUST const Ignore& operator=(const T&) const {
    return *this;
  }
};
}  // namespace details
static const details::Ignore ignore;

template <class A, class B>
struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
  pair() = default;
  WS_THRUST pair(const A& a, const B& b) : first(a), second(b) {}
  template <class C, class D>
  WS_THRUST pair(const pair<C, D>& other) : first(other.first), second(other.second) {}
  WS_THRUST pair(const pair& other) : first(other.first), second(other.second) {}
  WS_THRUST pair(const std::pair<A, B>& other) : first(other.first), second(other.second) {}
  WS_THRUST pair& operator=(const pair& other) {
    first = other.first;
    second = other.second;
    return *this;
  }
  WS_THRUST void swap(pair& other) {
    thrust::swap(first, other.first);
    thrust::swap(second, other.second);
  }
};
template <size_t I, class A, class B>
WS_THRUST auto& get(pair<A, B>& p) {
  if constexpr (I == 0) {
    return p.first;
  } else {
    return p.second;
  }
}
template <size_t I, class A, class B>
WS_THRUST auto& get(const pair<A, B>& p) {
  if constexpr (I == 0) {
    return p.first;
  } else {
    return p.second;
  }
}
template <class A, class B>
struct tuple_size<pair<A, B>> {
  static constexpr size_t value = 2;
};
template <size_t I, class A, class B>
struct tuple_element<I, pair<A, B>> {
  using type = std::conditional_t<I == 0, A, B>;
};
template <size_t I, class T>
struct tuple_element<I, const T> {
  using type = const typename tuple_element<I, T>::type;
};
template <class T>
struct tuple_size<const T> : tuple_size<T> {};
template <class A, class B>
WS_THRUST pair<A, B> make_pair(A a, B b) {
  return pair<A, B>(a, b);
}
template <class A, class B>
WS_THRUST bool operator==(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B>
WS_THRUST bool operator<(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}

#define WS_COMPARE(op, expression)                                         \
  template <class A, class B>                                              \
  WS_THRUST bool operator op(const pair<A, B>& a, const pair<A, B>& b) {   \
    return expression;                                                     \
  }
WS_COMPARE(!=, !(a == b))
WS_COMPARE(>, b < a)
WS_COMPARE(<=, !(b < a))
WS_COMPARE(>=, !(a < b))
#undef WS_COMPARE
template <class A, class B>
WS_THRUST void swap(pair<A, B>& a, pair<A, B>& b) {
  a.swap(b);
}

}  // namespace thrust

namespace std {
template <class... Ts>
struct tuple_size<thrust::tuple<Ts...>> : integral_constant<size_t, sizeof...(Ts)> {};
template <size_t I, class... Ts>
struct tuple_element<I, thrust::tuple<Ts...>> : thrust::tuple_element<I, thrust::tuple<Ts...>> {};
}  // namespace std

#endif
