/* Functions written as expressions of their arguments: 2 * _1 + _2 (Thrust documentation, "Placeholder Objects"). */
#ifndef WARPSCHOOL_THRUST_PLACEHOLDERS_H
#define WARPSCHOOL_THRUST_PLACEHOLDERS_H

#include "base.h"

namespace thrust {
namespace details {

/* An expression: called with the arguments it gives its value. */
template <class F>
struct Expression {
  F f;
  template <class... Ts>
  WS_THRUST auto operator()(Ts&&... arguments) const {
    return f(arguments...);
  }
};
/* The argument itself, which an expression may change. */
template <int kPlace>
struct ArgumentAt {
  template <class First, class... Rest>
  WS_THRUST auto& operator()(First& first, Rest&... rest) const {
    if constexpr (kPlace == 0) {
      return first;
    } else {
      return ArgumentAt<kPlace - 1>()(rest...);
    }
  }
};
template <class T>
struct Constant {
  T value;
  template <class... Ts>
  WS_THRUST T operator()(const Ts&...) const {
    return value;
  }
};
template <class T>
struct IsExpression : std::false_type {};
template <class F>
struct IsExpression<Expression<F>> : std::true_type {};
template <class F>
WS_THRUST F part_of(const Expression<F>& e) {
  return e.f;
}
template <class T, class = std::enable_if_t<!IsExpression<T>::value>>
WS_THRUST Constant<T> part_of(const T& value) {
  return {value};
}
template <class A, class B>
using IfEither = std::enable_if_t<IsExpression<A>::value || IsExpression<B>::value>;

#define WS_EXPRESSION_OF_TWO(name, op)                                                         \
  template <class A, class B>                                                                  \
  struct name {                                                                                \
    A a;                                                                                       \
    B b;                                                                                       \
    template <class... Ts>                                                                     \
    WS_THRUST auto operator()(Ts&... arguments) const {                                        \
      return a(arguments...) op b(arguments...);                                               \
    }                                                                                          \
  };

#define WS_BINARY_EXPRESSION(name, op)                                                         \
  WS_EXPRESSION_OF_TWO(name, op)                                                               \
  template <class A, class B, class = IfEither<A, B>>                                          \
  WS_THRUST auto operator op(const A& a, const B& b) {                                         \
    using Both = name<decltype(part_of(a)), decltype(part_of(b))>;                             \
    return Expression<Both>{Both{part_of(a), part_of(b)}};                                     \
  }
WS_BINARY_EXPRESSION(PlusOf, +)
WS_BINARY_EXPRESSION(MinusOf, -)
WS_BINARY_EXPRESSION(TimesOf, *)
WS_BINARY_EXPRESSION(DividedOf, /)
WS_BINARY_EXPRESSION(ModuloOf, %)
WS_BINARY_EXPRESSION(EqualOf, ==)
WS_BINARY_EXPRESSION(UnequalOf, !=)
WS_BINARY_EXPRESSION(LessOf, <)
WS_BINARY_EXPRESSION(GreaterOf, >)
WS_BINARY_EXPRESSION(AtMostOf, <=)
WS_BINARY_EXPRESSION(AtLeastOf, >=)
WS_BINARY_EXPRESSION(AndOf, &&)
WS_BINARY_EXPRESSION(OrOf, ||)
WS_BINARY_EXPRESSION(BitAndOf, &)
WS_BINARY_EXPRESSION(BitOrOf, |)
WS_BINARY_EXPRESSION(BitXorOf, ^)
WS_BINARY_EXPRESSION(LeftOf, <<)
WS_BINARY_EXPRESSION(RightOf, >>)
#undef WS_BINARY_EXPRESSION

#define WS_UNARY_EXPRESSION(name, op)                          \
  template <class A>                                           \
  struct name {                                                \
    A a;                                                       \
    template <class... Ts>                                     \
    WS_THRUST auto operator()(Ts&... arguments) const {        \
      return op a(arguments...);                               \
    }                                                          \
  };                                                           \
  template <class F>                                           \
  WS_THRUST auto operator op(const Expression<F>& a) {         \
    return Expression<name<F>>{name<F>{a.f}};                  \
  }
WS_UNARY_EXPRESSION(NegativeOf, -)
WS_UNARY_EXPRESSION(PositiveOf, +)
WS_UNARY_EXPRESSION(IncrementOf, ++)
WS_UNARY_EXPRESSION(DecrementOf, --)
WS_UNARY_EXPRESSION(NotOf, !)
WS_UNARY_EXPRESSION(ComplementOf, ~)
#undef WS_UNARY_EXPRESSION

#define WS_ASSIGNING_EXPRESSION(name, op)                      \
  WS_EXPRESSION_OF_TWO(name, op)                               \
  template <class F, class B>                                  \
  WS_THRUST auto operator op(const Expression<F>& a, const B& b) { \
    using Both = name<F, decltype(part_of(b))>;                \
    return Expression<Both>{Both{a.f, part_of(b)}};            \
  }
WS_ASSIGNING_EXPRESSION(AddTo, +=)
WS_ASSIGNING_EXPRESSION(SubtractFrom, -=)
WS_ASSIGNING_EXPRESSION(MultiplyBy, *=)
WS_ASSIGNING_EXPRESSION(DivideBy, /=)
WS_ASSIGNING_EXPRESSION(ReduceModulo, %=)
WS_ASSIGNING_EXPRESSION(BitAndTo, &=)
WS_ASSIGNING_EXPRESSION(BitOrTo, |=)
WS_ASSIGNING_EXPRESSION(BitXorTo, ^=)
WS_ASSIGNING_EXPRESSION(ShiftLeftBy, <<=)
WS_ASSIGNING_EXPRESSION(ShiftRightBy, >>=)
#undef WS_EXPRESSION_OF_TWO
#undef WS_ASSIGNING_EXPRESSION

}  // namespace details

namespace placeholders {
static constexpr details::Expression<details::ArgumentAt<0>> _1{};
static constexpr details::Expression<details::ArgumentAt<1>> _2{};
static constexpr details::Expression<details::ArgumentAt<2>> _3{};
static constexpr details::Expression<details::ArgumentAt<3>> _4{};
static constexpr details::Expression<details::ArgumentAt<4>> _5{};
}  // namespace placeholders

}  // namespace thrust

#endif
