/* Operators for reductions and scans of groups. */
#ifndef WARPSCHOOL_COOPERATIVE_GROUPS_OPERATORS_H
#define WARPSCHOOL_COOPERATIVE_GROUPS_OPERATORS_H

#include "../cooperative_groups.h"

#if defined(__CUDA__) && defined(__clang__)

namespace cooperative_groups {

#define WS_OPERATOR(name, expression)                                                               \
  template <class T>                                                                                \
  struct name {                                                                                     \
    __inline__ __attribute__((device, always_inline, nodebug)) T operator()(T a, T b) const {       \
      return expression;                                                                            \
    }                                                                                               \
  };
WS_OPERATOR(plus, a + b)
WS_OPERATOR(less, b < a ? b : a)
WS_OPERATOR(greater, a < b ? b : a)
WS_OPERATOR(bit_and, a & b)
WS_OPERATOR(bit_or, a | b)
WS_OPERATOR(bit_xor, a ^ b)
#undef WS_OPERATOR

}  // namespace cooperative_groups

#endif
#endif
