/* Function objects that both sides can call. */
#ifndef WARPSCHOOL_THRUST_FUNCTIONAL_H
#define WARPSCHOOL_THRUST_FUNCTIONAL_H

#include "base.h"

#include <functional>

namespace thrust {

#define WS_BINARY(name, result, expression)                                      \
  template <class T = void>                                                      \
  struct name {                                                                  \
    using first_argument_type = T;                                               \
    using second_argument_type = T;                                              \
    using result_type = result;                                                  \
    WS_THRUST constexpr result operator()(const T& a, const T& b) const { return expression; } \
  };                                                                             \
  template <>                                                                    \
  struct name<void> {                                                            \
    template <class A, class B>                                                  \
    WS_THRUST constexpr auto operator()(const A& a, const B& b) const {          \
      return expression;                                                         \
    }                                                                            \
  };
WS_BINARY(plus, T, a + b)
WS_BINARY(minus, T, a - b)
WS_BINARY(multiplies, T, a * b)
WS_BINARY(divides, T, a / b)
WS_BINARY(modulus, T, a % b)
WS_BINARY(bit_and, T, a & b)
WS_BINARY(bit_or, T, a | b)
WS_BINARY(bit_xor, T, a ^ b)
WS_BINARY(maximum, T, a < b ? b : a)
WS_BINARY(minimum, T, b < a ? b : a)
WS_BINARY(equal_to, bool, a == b)
WS_BINARY(not_equal_to, bool, a != b)
WS_BINARY(greater, bool, a > b)
WS_BINARY(less, bool, a < b)
WS_BINARY(greater_equal, bool, a >= b)
WS_BINARY(less_equal, bool, a <= b)
WS_BINARY(logical_and, bool, a && b)
WS_BINARY(logical_or, bool, a || b)
#undef WS_BINARY

#define WS_UNARY(name, result, expression)                                       \
  template <class T = void>                                                      \
  struct name {                                                                  \
    using argument_type = T;                                                     \
    using result_type = result;                                                  \
    WS_THRUST constexpr result operator()(const T& a) const { return expression; } \
  };                                                                             \
  template <>                                                                    \
  struct name<void> {                                                            \
    template <class A>                                                           \
    WS_THRUST constexpr auto operator()(const A& a) const {                      \
      return expression;                                                         \
    }                                                                            \
  };
WS_UNARY(negate, T, -a)
WS_UNARY(identity, T, a)
WS_UNARY(square, T, a * a)
WS_UNARY(logical_not, bool, !a)
#undef WS_UNARY

template <class First = void, class Second = First>
struct project1st {
  WS_THRUST constexpr const First& operator()(const First& a, const Second&) const { return a; }
};
template <>
struct project1st<void, void> {
  template <class A, class B>
  WS_THRUST constexpr A operator()(const A& a, const B&) const {
    return a;
  }
};
template <class First = void, class Second = First>
struct project2nd {
  WS_THRUST constexpr const Second& operator()(const First&, const Second& b) const { return b; }
};
template <>
struct project2nd<void, void> {
  template <class A, class B>
  WS_THRUST constexpr B operator()(const A&, const B& b) const {
    return b;
  }
};

/* Bases that functors of old programs derive from. */
template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};

template <class Predicate>
struct unary_negate {
  mutable Predicate predicate;  /* also one whose operator() is not const */
  template <class A>
  WS_THRUST bool operator()(const A& a) const {
    return !predicate(a);
  }
};
template <class Predicate>
WS_THRUST unary_negate<Predicate> not1(Predicate predicate) {
  return {predicate};
}

template <class Predicate>
struct binary_negate {
  mutable Predicate predicate;
  template <class A, class B>
  WS_THRUST bool operator()(const A& a, const B& b) const {
    return !predicate(a, b);
  }
};
template <class Predicate>
WS_THRUST binary_negate<Predicate> not2(Predicate predicate) {
  return {predicate};
}

namespace details {
/* Orders for which sorting on the host gives the same. */
template <class Compare>
struct PlainOrder : std::false_type {};
template <class T>
struct PlainOrder<less<T>> : std::true_type {};
template <class T>
struct PlainOrder<greater<T>> : std::true_type {};
template <class T>
struct PlainOrder<std::less<T>> : std::true_type {};
template <class T>
struct PlainOrder<std::greater<T>> : std::true_type {};
}  // namespace details

}  // namespace thrust

/* and functions written as expressions */
#include "placeholders.h"

#endif
