// Video instructions on two halves or four bytes of a register: vadd2, vadd4, vset4 and their kin
// (PTX ISA, section 9.7.18), with their default masks and selectors.
#include "exec/handlers/integer_ops.hpp"

#include <algorithm>
#include <limits>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

/// What becomes of the parts' results. c is what they are added to; merged with all parts of the
/// mask it has no say.
enum class After { kMerge, kSaturate, kAccumulate };

// Parts are at most 16 bits wide: an int holds every result before it is cut.
struct PartSum {
  static int apply(int a, int b) { return a + b; }
};
struct PartDifference {
  static int apply(int a, int b) { return a - b; }
};
struct PartAverage {  // a half is rounded away from zero
  static int apply(int a, int b) { return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1; }
};
struct PartDistance {
  static int apply(int a, int b) { return a > b ? a - b : b - a; }
};
struct PartMin {
  static int apply(int a, int b) { return a < b ? a : b; }
};
struct PartMax {
  static int apply(int a, int b) { return a > b ? a : b; }
};
template <Compare compare>
struct PartCompare {
  static int apply(int a, int b) {
    switch (compare) {
      case Compare::kEq:
        return a == b;
      case Compare::kNe:
        return a != b;
      case Compare::kLt:
        return a < b;
      case Compare::kLe:
        return a <= b;
      case Compare::kGt:
        return a > b;
      default:
        return a >= b;
    }
  }
};

template <class Part, class Op, After after>
struct Parts {
  template <class W>
  WARPSCHOOL_INLINE static W apply(W a, W b, W c) {
    constexpr unsigned kBits = 8 * sizeof(Part);
    constexpr W kMask = (W{1} << kBits) - 1;
    W result = after == After::kAccumulate ? c : W{0};
    for (unsigned shift = 0; shift < 32; shift += kBits) {
      int value = Op::apply(static_cast<Part>(a >> shift), static_cast<Part>(b >> shift));
      if (after == After::kAccumulate) {
        result += static_cast<W>(value);
        continue;
      }
      if (after == After::kSaturate) {
        value = std::clamp<int>(value, std::numeric_limits<Part>::min(),
                                std::numeric_limits<Part>::max());
      }
      result |= (static_cast<W>(value) & kMask) << shift;
    }
    return result;
  }
};

template <class Part, class Op>
Handler select_after(const Form& form) {
  using W = std::uint32_t;
  if (form.mode == Mode::kAdd) {
    return ternary<W, W, W, Parts<Part, Op, After::kAccumulate>>;
  }
  return form.sat ? ternary<W, W, W, Parts<Part, Op, After::kSaturate>>
                  : ternary<W, W, W, Parts<Part, Op, After::kMerge>>;
}

template <class Part>
Handler select_comparison(const Form& form) {
  switch (form.compare) {
    case Compare::kEq:
      return select_after<Part, PartCompare<Compare::kEq>>(form);
    case Compare::kNe:
      return select_after<Part, PartCompare<Compare::kNe>>(form);
    case Compare::kLt:
      return select_after<Part, PartCompare<Compare::kLt>>(form);
    case Compare::kLe:
      return select_after<Part, PartCompare<Compare::kLe>>(form);
    case Compare::kGt:
      return select_after<Part, PartCompare<Compare::kGt>>(form);
    case Compare::kGe:
      return select_after<Part, PartCompare<Compare::kGe>>(form);
    default:
      return nullptr;
  }
}

template <class Part>
Handler select_operation(const Form& form) {
  switch (form.opcode) {
    case Opcode::kVadd2:
    case Opcode::kVadd4:
      return select_after<Part, PartSum>(form);
    case Opcode::kVsub2:
    case Opcode::kVsub4:
      return select_after<Part, PartDifference>(form);
    case Opcode::kVavrg2:
    case Opcode::kVavrg4:
      return select_after<Part, PartAverage>(form);
    case Opcode::kVabsdiff2:
    case Opcode::kVabsdiff4:
      return select_after<Part, PartDistance>(form);
    case Opcode::kVmin2:
    case Opcode::kVmin4:
      return select_after<Part, PartMin>(form);
    case Opcode::kVmax2:
    case Opcode::kVmax4:
      return select_after<Part, PartMax>(form);
    default:
      return select_comparison<Part>(form);
  }
}

}  // namespace

Handler select_video(const Form& form) {
  const bool by_two = form.opcode <= Opcode::kVset2;
  if (ptx::is_signed(form.type)) {
    return by_two ? select_operation<std::int16_t>(form) : select_operation<std::int8_t>(form);
  }
  return by_two ? select_operation<std::uint16_t>(form) : select_operation<std::uint8_t>(form);
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
