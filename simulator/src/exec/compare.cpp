// setp, set, selp, slct, testp (PTX ISA, section 9.7.6).
#include "exec/float_ops.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

template <Compare compare, class T>
WARPSCHOOL_INLINE bool holds(T a, T b) {
  const bool unordered = a != a || b != b;
  switch (compare) {
    case Compare::kEq:
      return a == b;
    case Compare::kNe:
      return std::is_floating_point_v<T> ? a < b || a > b : a != b;
    case Compare::kLt:
      return a < b;
    case Compare::kLe:
      return a <= b;
    case Compare::kGt:
      return a > b;
    case Compare::kGe:
      return a >= b;
    case Compare::kEqu:
      return a == b || unordered;
    case Compare::kNeu:
      return a != b;
    case Compare::kLtu:
      return !(a >= b);
    case Compare::kLeu:
      return !(a > b);
    case Compare::kGtu:
      return !(a <= b);
    case Compare::kGeu:
      return !(a < b);
    case Compare::kNum:
      return !unordered;
    case Compare::kNan:
      return unordered;
    default:
      return false;
  }
}

/// How a slot's word becomes the value to compare.
template <class T, bool is_half = false, bool ftz = false>
struct Reader {
  using Slot = SlotOf<T>;
  WARPSCHOOL_INLINE static T read(Slot word) {
    if constexpr (is_half) {
      return half_to_float(static_cast<std::uint32_t>(word) & 0xffffu);
    } else if constexpr (ftz) {
      return flush(decode<T>(word));
    } else {
      return decode<T>(word);
    }
  }
};

template <class R, Compare compare>
WARPSCHOOL_INLINE LaneMask compare_lanes(Warp& warp, const Decoded& i) {
  const auto* a = lanes<typename R::Slot>(warp, i.a);
  const auto* b = lanes<typename R::Slot>(warp, i.b);
  return collect_lanes([=](unsigned l) __attribute__((always_inline)) {
    return holds<compare>(R::read(a[l]), R::read(b[l]));
  });
}

template <Mode combine>
WARPSCHOOL_INLINE LaneMask combined(Warp& warp, const Decoded& i, LaneMask value) {
  if constexpr (combine == Mode::kNone) {
    return value;
  } else {
    const LaneMask other = predicate(warp, i.c) ^ (i.extra != 0 ? kAllLanes : 0u);
    return combine == Mode::kAnd  ? value & other
           : combine == Mode::kOr ? value | other
                                  : value ^ other;
  }
}

template <class R, Compare compare, Mode combine>
void setp(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask value = compare_lanes<R, compare>(warp, i);
  const LaneMask result = combined<combine>(warp, i, value);
  const LaneMask opposite = combined<combine>(warp, i, ~value);
  blend(predicate(warp, i.d), result, active);
  if (i.p != kNoSlot) {
    blend(predicate(warp, i.p), opposite, active);
  }
}

/// set: true is 1.0 for a float result, all ones for an integer one.
template <class R, Compare compare, Mode combine, bool to_float>
void set(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask result = combined<combine>(warp, i, compare_lanes<R, compare>(warp, i));
  const std::uint32_t yes = to_float ? 0x3f80'0000u : 0xffff'ffffu;
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active,
                             [=](unsigned l) { return (result & kLaneBit[l]) != 0 ? yes : 0u; });
}

template <class R, Compare compare>
Handler select_combine(const Form& form) {
  if (form.opcode == Opcode::kSet) {
    const bool to_float = form.type == Type::kF32;
    if (ptx::bytes_of(form.type) != 4 || form.mode != Mode::kNone) {
      return nullptr;
    }
    return to_float ? set<R, compare, Mode::kNone, true> : set<R, compare, Mode::kNone, false>;
  }
  switch (form.mode) {
    case Mode::kNone:
      return setp<R, compare, Mode::kNone>;
    case Mode::kAnd:
      return setp<R, compare, Mode::kAnd>;
    case Mode::kOr:
      return setp<R, compare, Mode::kOr>;
    case Mode::kXor:
      return setp<R, compare, Mode::kXor>;
    default:
      return nullptr;
  }
}

template <class R, bool is_float>
Handler select_compare_op(const Form& form) {
  switch (form.compare) {
    case Compare::kEq:
      return select_combine<R, Compare::kEq>(form);
    case Compare::kNe:
      return select_combine<R, Compare::kNe>(form);
    case Compare::kLt:
      return select_combine<R, Compare::kLt>(form);
    case Compare::kLe:
      return select_combine<R, Compare::kLe>(form);
    case Compare::kGt:
      return select_combine<R, Compare::kGt>(form);
    case Compare::kGe:
      return select_combine<R, Compare::kGe>(form);
    default:
      break;
  }
  if constexpr (is_float) {
    switch (form.compare) {
      case Compare::kEqu:
        return select_combine<R, Compare::kEqu>(form);
      case Compare::kNeu:
        return select_combine<R, Compare::kNeu>(form);
      case Compare::kLtu:
        return select_combine<R, Compare::kLtu>(form);
      case Compare::kLeu:
        return select_combine<R, Compare::kLeu>(form);
      case Compare::kGtu:
        return select_combine<R, Compare::kGtu>(form);
      case Compare::kGeu:
        return select_combine<R, Compare::kGeu>(form);
      case Compare::kNum:
        return select_combine<R, Compare::kNum>(form);
      case Compare::kNan:
        return select_combine<R, Compare::kNan>(form);
      default:
        break;
    }
  }
  return nullptr;
}

Handler select_by_type(const Form& form) {
  switch (form.source_type) {
    case Type::kB16:
    case Type::kU16:
      return select_compare_op<Reader<std::uint16_t>, false>(form);
    case Type::kS16:
      return select_compare_op<Reader<std::int16_t>, false>(form);
    case Type::kB32:
    case Type::kU32:
      return select_compare_op<Reader<std::uint32_t>, false>(form);
    case Type::kS32:
      return select_compare_op<Reader<std::int32_t>, false>(form);
    case Type::kB64:
    case Type::kU64:
      return select_compare_op<Reader<std::uint64_t>, false>(form);
    case Type::kS64:
      return select_compare_op<Reader<std::int64_t>, false>(form);
    case Type::kF16:
      return select_compare_op<Reader<float, true>, true>(form);
    case Type::kF32:
      return form.ftz ? select_compare_op<Reader<float, false, true>, true>(form)
                      : select_compare_op<Reader<float>, true>(form);
    case Type::kF64:
      return select_compare_op<Reader<double>, true>(form);
    default:
      return nullptr;
  }
}

template <class S>
void selp(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<S>>(warp, i.a);
  const auto* b = lanes<SlotOf<S>>(warp, i.b);
  const LaneMask choice = predicate(warp, i.c) ^ (i.extra != 0 ? kAllLanes : 0u);
  store_lanes<S>(
      lanes<SlotOf<S>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        return static_cast<S>((choice & kLaneBit[l]) != 0 ? a[l] : b[l]);
      });
}

template <class S, class C>
void slct(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<S>>(warp, i.a);
  const auto* b = lanes<SlotOf<S>>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  store_lanes<S>(lanes<SlotOf<S>>(warp, i.d), active,
                 [=](unsigned l) { return static_cast<S>(decode<C>(c[l]) >= C{0} ? a[l] : b[l]); });
}

template <class T>
struct FloatBits;
template <>
struct FloatBits<float> {
  static constexpr std::uint64_t kSign = 0x8000'0000ull, kExponent = 0x7f80'0000ull;
};
template <>
struct FloatBits<double> {
  static constexpr std::uint64_t kSign = 0x8000'0000'0000'0000ull,
                                 kExponent = 0x7ff0'0000'0000'0000ull;
};

template <class T, Mode property>
void testp(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<T>>(warp, i.a);
  const LaneMask result = collect_lanes([=](unsigned l) {
    const std::uint64_t magnitude = a[l] & ~FloatBits<T>::kSign;
    const std::uint64_t exponent = a[l] & FloatBits<T>::kExponent;
    switch (property) {
      case Mode::kFinite:
        return exponent != FloatBits<T>::kExponent;
      case Mode::kInfinite:
        return magnitude == FloatBits<T>::kExponent;
      case Mode::kNumber:
        return magnitude <= FloatBits<T>::kExponent;
      case Mode::kNotANumber:
        return magnitude > FloatBits<T>::kExponent;
      case Mode::kNormal:
        return exponent != 0 && exponent != FloatBits<T>::kExponent;
      default:
        return exponent == 0;
    }
  });
  blend(predicate(warp, i.d), result, active);
}

template <class T>
Handler select_testp(Mode property) {
  switch (property) {
    case Mode::kFinite:
      return testp<T, Mode::kFinite>;
    case Mode::kInfinite:
      return testp<T, Mode::kInfinite>;
    case Mode::kNumber:
      return testp<T, Mode::kNumber>;
    case Mode::kNotANumber:
      return testp<T, Mode::kNotANumber>;
    case Mode::kNormal:
      return testp<T, Mode::kNormal>;
    case Mode::kSubnormal:
      return testp<T, Mode::kSubnormal>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_compare(const Form& form) {
  const bool is_wide = ptx::bytes_of(form.type) == 8;
  switch (form.opcode) {
    case Opcode::kSelp:
      return is_wide ? selp<std::uint64_t> : selp<std::uint32_t>;
    case Opcode::kSlct:
      if (form.source_type == Type::kF32) {
        return is_wide ? slct<std::uint64_t, float> : slct<std::uint32_t, float>;
      }
      return is_wide ? slct<std::uint64_t, std::int32_t> : slct<std::uint32_t, std::int32_t>;
    case Opcode::kTestp:
      return form.type == Type::kF64 ? select_testp<double>(form.mode)
                                     : select_testp<float>(form.mode);
    default:
      return select_by_type(form);
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
