// setp, set, selp, slct, testp (PTX ISA, section 9.7.6).
#include "exec/handlers/half_ops.hpp"

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
template <class T, bool ftz = false>
struct Reader {
  using Slot = SlotOf<T>;
  WARPSCHOOL_INLINE static T read(Slot word) {
    if constexpr (ftz) {
      return flush(decode<T>(word));
    } else {
      return decode<T>(word);
    }
  }
};
/// Half of a word as a 16-bit number.
template <class Format, unsigned shift, bool ftz>
struct HalfReader {
  using Slot = Word;
  WARPSCHOOL_INLINE static float read(Slot word) {
    const std::uint32_t bits = word >> shift & 0xffffu;
    const bool subnormal = (bits & ~Format::kSign) >> Format::kMantissa == 0;
    return static_cast<float>(widen<Format>(ftz && subnormal ? bits & Format::kSign : bits));
  }
};

template <class Format, bool ftz>
struct PairReader {
  using Low = HalfReader<Format, 0, ftz>;
  using High = HalfReader<Format, 16, ftz>;
};

template <class R, Compare compare>
WARPSCHOOL_INLINE LaneMask compare_lanes(Warp& warp, const Decoded& i) {
  const auto* a = lanes<typename R::Slot>(warp, i.a);
  const auto* b = lanes<typename R::Slot>(warp, i.b);
  return collect_lanes([=](unsigned l) __attribute__((always_inline)) {
    return holds<compare>(R::read(a[l]), R::read(b[l]));
  });
}

/// One function for all instructions that compare in this way: a loop the fewer for each to
/// compile.
template <class R, Compare compare>
[[gnu::noinline]] LaneMask compare_apart(Warp& warp, const Decoded& i) {
  return compare_lanes<R, compare>(warp, i);
}

/// What loops and guards compare, so that a call would be felt.
template <class R>
inline constexpr bool kIsOften = false;
template <class T, bool ftz>
inline constexpr bool kIsOften<Reader<T, ftz>> = sizeof(T) >= 4 && !std::is_same_v<T, double>;

/// The combining operator and the type of the result lie in Decoded::extra: they cost a branch an
/// instruction, not a handler each.
WARPSCHOOL_INLINE LaneMask combined(Warp& warp, const Decoded& i, LaneMask value) {
  const Mode combine = CompareFlags::mode(i.extra);
  if (combine == Mode::kNone) [[likely]] {
    return value;
  }
  const LaneMask other =
      predicate(warp, i.c) ^ (CompareFlags::is_negated(i.extra) ? kAllLanes : 0u);
  return combine == Mode::kAnd  ? value & other
         : combine == Mode::kOr ? value | other
                                : value ^ other;
}

template <class R, Compare compare>
void setp(Warp& warp, const Decoded& i, LaneMask active) {
  LaneMask value = 0;
  if constexpr (kIsOften<R>) {
    value = compare_lanes<R, compare>(warp, i);
  } else {
    value = compare_apart<R, compare>(warp, i);
  }
  const LaneMask result = combined(warp, i, value);
  if (i.p != kNoSlot) {
    blend(predicate(warp, i.p), combined(warp, i, ~value), active);
  }
  blend(predicate(warp, i.d), result, active);
}

/// What set gives for true: 1.0 as a floating-point result, all ones as an integer one.
inline std::uint32_t true_as(Type type) {
  switch (type) {
    case Type::kF32:
      return 0x3f80'0000u;
    case Type::kF16:
      return 0x3c00u;
    case Type::kU16:
    case Type::kS16:
      return 0xffffu;
    default:
      return 0xffff'ffffu;
  }
}

template <class R, Compare compare>
void set(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask result = combined(warp, i, compare_apart<R, compare>(warp, i));
  const std::uint32_t yes = true_as(CompareFlags::type(i.extra));
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active,
                             [=](unsigned l) { return (result & kLaneBit[l]) != 0 ? yes : 0u; });
}

/// setp.f16x2: p of the lower halves, q of the upper ones.
template <class R, Compare compare>
void setp_pair(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask low = combined(warp, i, compare_apart<typename R::Low, compare>(warp, i));
  const LaneMask high = combined(warp, i, compare_apart<typename R::High, compare>(warp, i));
  blend(predicate(warp, i.d), low, active);
  if (i.p != kNoSlot) {
    blend(predicate(warp, i.p), high, active);
  }
}

/// set.f16x2
template <class R, Compare compare>
void set_pair(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask low = combined(warp, i, compare_apart<typename R::Low, compare>(warp, i));
  const LaneMask high = combined(warp, i, compare_apart<typename R::High, compare>(warp, i));
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned l) {
    return ((low & kLaneBit[l]) != 0 ? 0x3c00u : 0u) |
           ((high & kLaneBit[l]) != 0 ? 0x3c00'0000u : 0u);
  });
}

template <class R, Compare compare>
Handler select_combine(const Form& form) {
  const bool is_set = form.opcode == Opcode::kSet;
  if constexpr (requires { typename R::High; }) {
    return is_set ? set_pair<R, compare> : setp_pair<R, compare>;
  } else {
    return is_set ? set<R, compare> : setp<R, compare>;
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
      return form.ftz ? select_compare_op<HalfReader<HalfFormat, 0, true>, true>(form)
                      : select_compare_op<HalfReader<HalfFormat, 0, false>, true>(form);
    case Type::kF16x2:
      return form.ftz ? select_compare_op<PairReader<HalfFormat, true>, true>(form)
                      : select_compare_op<PairReader<HalfFormat, false>, true>(form);
    case Type::kBf16:
      return select_compare_op<HalfReader<BrainFormat, 0, false>, true>(form);
    case Type::kBf16x2:
      return select_compare_op<PairReader<BrainFormat, false>, true>(form);
    case Type::kF32:
      return form.ftz ? select_compare_op<Reader<float, true>, true>(form)
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
  const LaneMask choice =
      predicate(warp, i.c) ^ (CompareFlags::is_negated(i.extra) ? kAllLanes : 0u);
  store_lanes<S>(
      lanes<SlotOf<S>>(warp, i.d), active, [=](unsigned l) __attribute__((always_inline)) {
        return static_cast<S>((choice & kLaneBit[l]) != 0 ? a[l] : b[l]);
      });
}

template <class S, class C, bool ftz = false>
void slct(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<S>>(warp, i.a);
  const auto* b = lanes<SlotOf<S>>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  store_lanes<S>(lanes<SlotOf<S>>(warp, i.d), active, [=](unsigned l) {
    return static_cast<S>(Reader<C, ftz>::read(c[l]) >= C{0} ? a[l] : b[l]);
  });
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
  // Zeros count as normal.
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
        return (exponent != 0 && exponent != FloatBits<T>::kExponent) || magnitude == 0;
      default:
        return exponent == 0 && magnitude != 0;
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
        if (form.ftz) {
          return is_wide ? slct<std::uint64_t, float, true> : slct<std::uint32_t, float, true>;
        }
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
