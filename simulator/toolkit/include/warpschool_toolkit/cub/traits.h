/* What CUB knows of a type: programs ask cub::Traits, and specialise NumericTraits and FpLimits for numbers of their own. */
#ifndef WARPSCHOOL_CUB_TRAITS_H
#define WARPSCHOOL_CUB_TRAITS_H

#include "base.h"

namespace cub {

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

template <class T>
struct FpLimits {
  static WS_CUB T Max() { return std::numeric_limits<T>::max(); }
  static WS_CUB T Lowest() { return std::numeric_limits<T>::lowest(); }
};

template <Category kCategory, bool kPrimitive, bool kNull, class Bits, class T>
struct BaseTraits {
  static const Category CATEGORY = kCategory;
  enum { PRIMITIVE = kPrimitive, NULL_TYPE = kNull };
  using UnsignedBits = Bits;
  static WS_CUB T Max() {
    if constexpr (kCategory == FLOATING_POINT) {
      return FpLimits<T>::Max();
    } else {
      return std::numeric_limits<T>::max();
    }
  }
  static WS_CUB T Lowest() {
    if constexpr (kCategory == FLOATING_POINT) {
      return FpLimits<T>::Lowest();
    } else {
      return std::numeric_limits<T>::lowest();
    }
  }
};

namespace details {
template <int kBytes>
struct BitsOf {
  using type = void;
};
template <>
struct BitsOf<1> {
  using type = unsigned char;
};
template <>
struct BitsOf<2> {
  using type = unsigned short;
};
template <>
struct BitsOf<4> {
  using type = unsigned;
};
template <>
struct BitsOf<8> {
  using type = unsigned long long;
};
template <class T>
constexpr Category category_of = !std::is_arithmetic<T>::value      ? NOT_A_NUMBER
                                 : std::is_floating_point<T>::value ? FLOATING_POINT
                                 : std::is_signed<T>::value         ? SIGNED_INTEGER
                                                                    : UNSIGNED_INTEGER;
}  // namespace details

template <class T>
struct NumericTraits : BaseTraits<details::category_of<T>, std::is_arithmetic<T>::value, std::is_same<T, NullType>::value,
                                  typename details::BitsOf<sizeof(T)>::type, T> {};
template <class T>
struct Traits : NumericTraits<typename std::remove_cv<T>::type> {};

}  // namespace cub

#endif
