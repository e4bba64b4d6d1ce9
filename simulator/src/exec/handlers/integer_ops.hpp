// What the integer instructions compute in one lane (PTX ISA, section 9.7.1).
#pragma once

#include "exec/handlers/lanes.hpp"

#include <cstdint>
#include <type_traits>

namespace warpschool::sim::WARPSCHOOL_ISA {

// Integers wrap: compute in the unsigned type, at least 32 bits wide so that u16 * u16 does not
// overflow int.
template <class T>
using Wrap = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
using Twice = std::conditional_t<std::is_signed_v<T>,
                                 std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>,
                                 std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;

struct Add {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) + Wrap<T>(b));
  }
};
struct Sub {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) - Wrap<T>(b));
  }
};
struct AddSaturated {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const std::int64_t sum = std::int64_t{a} + b;
    return static_cast<T>(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
  }
};
struct SubSaturated {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const std::int64_t sum = std::int64_t{a} - b;
    return static_cast<T>(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
  }
};

template <class T>
WARPSCHOOL_INLINE T high_half(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
  } else {
    return static_cast<T>((static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)) >> (8 * sizeof(T)));
  }
}

struct MulLow {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return static_cast<T>(Wrap<T>(a) * Wrap<T>(b));
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(a) * Wrap<T>(b) + Wrap<T>(c));
  }
};
struct MulHigh {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return high_half(a, b);
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(high_half(a, b)) + Wrap<T>(c));
  }
};
struct MulWide {
  template <class T>
  WARPSCHOOL_INLINE static Twice<T> apply(T a, T b) {
    return static_cast<Twice<T>>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b));
  }
  template <class T>
  WARPSCHOOL_INLINE static Twice<T> apply(T a, T b, Twice<T> c) {
    using W = Wrap<Twice<T>>;
    return static_cast<Twice<T>>(
        static_cast<W>(static_cast<Twice<T>>(a) * static_cast<Twice<T>>(b)) + static_cast<W>(c));
  }
};
template <bool high>
struct Mul24 {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    using W = Twice<T>;
    const W product = static_cast<W>(extend(a)) * static_cast<W>(extend(b));
    return static_cast<T>(high ? product >> 16 : product);
  }
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(apply(a, b)) + Wrap<T>(c));
  }
  template <class T>
  WARPSCHOOL_INLINE static T extend(T a) {
    return std::is_signed_v<T>
               ? static_cast<T>(static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8)
               : static_cast<T>(a & 0xff'ffff);
  }
};
struct Sad {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return static_cast<T>(Wrap<T>(c) + (a < b ? Wrap<T>(b) - Wrap<T>(a) : Wrap<T>(a) - Wrap<T>(b)));
  }
};
// A GPU does not trap on division by zero: quotient and remainder are all ones (seen on an H100).
struct Div {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    if (b == 0) {
      return static_cast<T>(-1);
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) {
        return static_cast<T>(Wrap<T>(0) - Wrap<T>(a));
      }
    }
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    if (b == 0) {
      return static_cast<T>(-1);
    }
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) {
        return 0;
      }
    }
    return static_cast<T>(a % b);
  }
};
struct Abs {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return a < 0 ? static_cast<T>(Wrap<T>(0) - Wrap<T>(a)) : a;
  }
};
struct Neg {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a) {
    return static_cast<T>(Wrap<T>(0) - Wrap<T>(a));
  }
};
struct Min {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    return a < b ? b : a;
  }
};

/// mad.hi.sat.s32 and mad24.hi.sat.s32
template <class Product>
struct MulHighAddSaturated {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b, T c) {
    return AddSaturated::apply<T>(Product::template apply<T>(a, b), c);
  }
};

template <class Op>
struct Relu {
  template <class T>
  WARPSCHOOL_INLINE static T apply(T a, T b) {
    const T value = Op::template apply<T>(a, b);
    return value < 0 ? T{0} : value;
  }
};

// What arith.cpp leaves to its neighbours: the handler of a form, or nullptr.
Handler select_carry(const Form& form);
Handler select_packed_integers(const Form& form);
Handler select_dot_product(const Form& form);
Handler select_video(const Form& form);

}  // namespace warpschool::sim::WARPSCHOOL_ISA
