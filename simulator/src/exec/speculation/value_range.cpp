// Interval arithmetic over the values of integer registers.
#include "exec/speculation/value_range.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace warpschool::sim {
namespace {

__extension__ using Wide = __int128;  // no sum or product of two 64-bit numbers overflows it

constexpr Wide kLeast = std::numeric_limits<std::int64_t>::min();
constexpr Wide kGreatest = std::numeric_limits<std::int64_t>::max();

using MaybeSum = std::optional<IndexSum>;

bool fits(Wide value) {
  return value >= kLeast && value <= kGreatest;
}

MaybeRange range_of(Wide low, Wide high, unsigned zeros, const MaybeSum& sum = std::nullopt) {
  if (!fits(low) || !fits(high)) {
    return std::nullopt;
  }
  return ValueRange{static_cast<std::int64_t>(low), static_cast<std::int64_t>(high),
                    std::min(zeros, ValueRange::kMostZeros), sum};
}

/// a * factor + b; no sum if a number gets too large.
MaybeSum combine(const MaybeSum& a, Wide factor, const MaybeSum& b) {
  if (!a || !b || !fits(factor)) {
    return std::nullopt;
  }
  const Wide origin = a->origin * factor + b->origin;
  bool all_fit = fits(origin);
  IndexSum sum{static_cast<std::int64_t>(origin), {}};
  for (std::size_t i = 0; i < kIndices; ++i) {
    const Wide weight = a->weights[i] * factor + b->weights[i];
    all_fit &= fits(weight);
    sum.weights[i] = static_cast<std::int64_t>(weight);
  }
  return all_fit ? MaybeSum(sum) : std::nullopt;
}

MaybeSum scale(const MaybeSum& a, Wide factor) {
  return combine(a, factor, IndexSum{});
}

MaybeRange add(const ValueRange& a, const ValueRange& b) {
  return range_of(Wide{a.low} + b.low, Wide{a.high} + b.high, std::min(a.zeros, b.zeros),
                  combine(a.sum, 1, b.sum));
}

MaybeRange negate(const ValueRange& a) {
  return range_of(-Wide{a.high}, -Wide{a.low}, a.zeros, scale(a.sum, -1));
}

MaybeRange multiply(const ValueRange& a, const ValueRange& b) {
  const Wide corners[] = {Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low,
                          Wide{a.high} * b.high};
  const auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  const MaybeSum sum = b.is_one()   ? scale(a.sum, b.low)
                       : a.is_one() ? scale(b.sum, a.low)
                                    : std::nullopt;
  return range_of(*low, *high, a.zeros + b.zeros, sum);
}

bool is_signed_type(ptx::Type type) {
  return type == ptx::Type::kS32 || type == ptx::Type::kS64;
}

/// Both as numbers of the type; empty if one of them is not.
std::optional<std::pair<ValueRange, ValueRange>> both_in(ptx::Type type, const ValueRange& a,
                                                         const ValueRange& b) {
  const MaybeRange first = in_type(a, type), second = in_type(b, type);
  if (!first || !second) {
    return std::nullopt;
  }
  return std::pair(*first, *second);
}

MaybeRange product(const Computation& what, const ValueRange& a, const ValueRange& b) {
  if (!what.wide) {
    return multiply(a, b);
  }
  const auto both = both_in(what.type, a, b);
  return both ? multiply(both->first, both->second) : std::nullopt;
}

MaybeRange shift(const Computation& what, const ValueRange& a, const ValueRange& amount) {
  const int width = 8 * static_cast<int>(ptx::bytes_of(what.type));
  if (!amount.is_one() || amount.low < 0 || amount.low >= width) {
    return std::nullopt;
  }
  const auto bits = static_cast<unsigned>(amount.low);
  if (what.opcode == Opcode::kShl) {
    return range_of(Wide{a.low} << bits, Wide{a.high} << bits, a.zeros + bits,
                    scale(a.sum, Wide{1} << bits));
  }
  const MaybeRange number = in_type(a, what.type);
  return number ? range_of(number->low >> bits, number->high >> bits, 0) : std::nullopt;
}

/// Of numbers that are not negative, x & y is at most either, x | y and x ^ y at most x + y.
MaybeRange bitwise(const Computation& what, const ValueRange& a, const ValueRange& b) {
  const ptx::Type type = ptx::bytes_of(what.type) == 8 ? ptx::Type::kU64 : ptx::Type::kU32;
  const auto both = both_in(type, a, b);
  if (!both) {
    return std::nullopt;
  }
  const auto& [x, y] = *both;
  if (y.high >> x.zeros == 0 || x.high >> y.zeros == 0) {
    return what.opcode == Opcode::kAnd ? ValueRange::of(0) : add(x, y);  // no bit is set in both
  }
  if (what.opcode == Opcode::kAnd) {
    return range_of(0, std::min(x.high, y.high), std::max(x.zeros, y.zeros));
  }
  const std::int64_t low = what.opcode == Opcode::kOr ? std::max(x.low, y.low) : 0;
  return range_of(low, Wide{x.high} + y.high, std::min(x.zeros, y.zeros));
}

MaybeRange divide(const Computation& what, const ValueRange& a, const ValueRange& b) {
  const auto both = both_in(what.type, a, b);
  if (!both || both->first.low < 0 || both->second.low <= 0) {
    return std::nullopt;
  }
  const auto& [x, y] = *both;
  return what.opcode == Opcode::kDiv ? range_of(x.low / y.high, x.high / y.low, 0)
                                     : range_of(0, std::min(x.high, y.high - 1), 0);
}

MaybeRange extreme(const Computation& what, const ValueRange& a, const ValueRange& b) {
  const auto both = both_in(what.type, a, b);
  if (!both) {
    return std::nullopt;
  }
  const auto& [x, y] = *both;
  const unsigned zeros = std::min(x.zeros, y.zeros);
  return what.opcode == Opcode::kMin
             ? range_of(std::min(x.low, y.low), std::min(x.high, y.high), zeros)
             : range_of(std::max(x.low, y.low), std::max(x.high, y.high), zeros);
}

bool is_integer(ptx::Type type) {
  switch (type) {
    case ptx::Type::kB32:
    case ptx::Type::kU32:
    case ptx::Type::kS32:
    case ptx::Type::kB64:
    case ptx::Type::kU64:
    case ptx::Type::kS64:
      return true;
    default:
      return false;
  }
}

}  // namespace

ValueRange ValueRange::of(std::int64_t value) {
  const unsigned zeros =
      value == 0 ? kMostZeros
                 : static_cast<unsigned>(std::countr_zero(static_cast<std::uint64_t>(value)));
  return {value, value, std::min(zeros, kMostZeros), IndexSum{value, {}}};
}

ValueRange ValueRange::below(std::uint64_t count) {
  return count == 1 ? of(0) : ValueRange{0, static_cast<std::int64_t>(count - 1), 0, std::nullopt};
}

ValueRange ValueRange::of_index(std::size_t index, std::uint64_t count) {
  ValueRange range = below(count);
  range.sum = IndexSum{};
  range.sum->weights[index] = 1;
  return range;
}

MaybeRange in_type(const ValueRange& range, ptx::Type type) {
  if (!is_integer(type)) {
    return std::nullopt;
  }
  if (ptx::bytes_of(type) == 8) {
    return is_signed_type(type) || range.low >= 0 ? MaybeRange(range) : std::nullopt;
  }
  constexpr Wide kTurn = Wide{1} << 32;
  const Wide least = is_signed_type(type) ? -(kTurn / 2) : 0;
  const Wide from_least = range.low - least;
  const Wide turns = (from_least >= 0 ? from_least : from_least - (kTurn - 1)) / kTurn;
  const Wide low = range.low - turns * kTurn, high = range.high - turns * kTurn;
  if (high >= least + kTurn) {
    return std::nullopt;
  }
  const Wide turned = -turns * kTurn;
  return range_of(low, high, range.zeros,
                  fits(turned)
                      ? combine(range.sum, 1, IndexSum{static_cast<std::int64_t>(turned), {}})
                      : std::nullopt);
}

MaybeRange compute(const Computation& what, const ValueRange& a, const ValueRange& b,
                   const ValueRange& c) {
  if (!is_integer(what.type)) {
    return std::nullopt;
  }
  switch (what.opcode) {
    case Opcode::kMov:
    case Opcode::kCvta:
      return a;
    case Opcode::kCvt:
      if (!is_integer(what.source_type)) {
        return std::nullopt;
      }
      return ptx::bytes_of(what.source_type) == 4 ? in_type(a, what.source_type) : MaybeRange(a);
    case Opcode::kAdd:
      return add(a, b);
    case Opcode::kSub: {
      const MaybeRange negative = negate(b);
      return negative ? add(a, *negative) : std::nullopt;
    }
    case Opcode::kMul:
      return product(what, a, b);
    case Opcode::kMad: {
      const MaybeRange sum = product(what, a, b);
      return sum ? add(*sum, c) : std::nullopt;
    }
    case Opcode::kShl:
    case Opcode::kShr:
      return shift(what, a, b);
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      return bitwise(what, a, b);
    case Opcode::kDiv:
    case Opcode::kRem:
      return divide(what, a, b);
    case Opcode::kMin:
    case Opcode::kMax:
      return extreme(what, a, b);
    case Opcode::kSelp:
      return range_of(std::min(a.low, b.low), std::max(a.high, b.high), std::min(a.zeros, b.zeros));
    default:
      return std::nullopt;
  }
}

ValueRange where(const ValueRange& a, Compare op, const ValueRange& b, ptx::Type type) {
  const auto both = both_in(type, a, b);
  if (!both) {
    return a;
  }
  auto [x, y] = *both;
  switch (op) {
    case Compare::kLt:
      x.high = std::min(x.high, y.high - 1);
      break;
    case Compare::kLe:
      x.high = std::min(x.high, y.high);
      break;
    case Compare::kGt:
      x.low = std::max(x.low, y.low + 1);
      break;
    case Compare::kGe:
      x.low = std::max(x.low, y.low);
      break;
    case Compare::kEq:
      x.low = std::max(x.low, y.low);
      x.high = std::min(x.high, y.high);
      break;
    default:
      break;
  }
  return x.low <= x.high ? x : a;  // otherwise no thread gets here
}

}  // namespace warpschool::sim
