// Rounds exact numbers to binary floating-point formats.
#include "exact.hpp"

#include <algorithm>

namespace reference {
namespace {

int top_bit(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  if (high != 0) {
    return 127 - __builtin_clzll(high);
  }
  return low == 0 ? -1 : 63 - __builtin_clzll(low);
}

/// The same number with its leading one, if it has one, at bit `place`, which is far above it.
Number raised(Number a, int place) {
  if (a.mantissa == 0) {
    return a;
  }
  const int by = place - top_bit(a.mantissa);
  a.mantissa <<= by;
  a.exponent -= by;
  return a;
}

Number special(Number::Kind kind, bool negative) {
  Number result;
  result.kind = kind;
  result.negative = negative;
  return result;
}

Number nan() {
  return special(Number::Kind::kNan, false);
}

bool goes_up(bool odd, int against_half, bool inexact, bool negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::kZero:
      return false;
    case Rounding::kDown:
      return inexact && negative;
    case Rounding::kUp:
      return inexact && !negative;
    case Rounding::kNearestAway:
      return against_half >= 0;
    case Rounding::kNearest:
      break;
  }
  return against_half > 0 || (against_half == 0 && odd);
}

/// mantissa * 2^-cut as an integer, rounded; `cut` > 0.
Wide cut_off(const Number& a, int cut, Rounding rounding) {
  const Wide kept = cut > 127 ? 0 : a.mantissa >> cut;
  const Wide rest = cut > 127 ? a.mantissa : a.mantissa & ((Wide{1} << cut) - 1);
  const Wide half = cut > 127 ? ~Wide{0} : Wide{1} << (cut - 1);
  const bool inexact = rest != 0 || a.sticky;
  int against_half = -1;
  if (cut <= 127 && rest >= half) {
    against_half = rest > half || a.sticky ? 1 : 0;
  }
  return kept + (goes_up((kept & 1) != 0, against_half, inexact, a.negative, rounding) ? 1 : 0);
}

}  // namespace

const Format& format_of(const std::string& type) {
  if (type.rfind("bf16", 0) == 0) {
    return kBf16;
  }
  if (type.rfind("f16", 0) == 0) {
    return kF16;
  }
  if (type == "tf32") {
    return kTf32;
  }
  return type == "f64" ? kF64 : kF32;
}

Number decode(std::uint64_t bits, const Format& format) {
  const std::uint64_t pattern = bits >> format.shift;
  const std::uint64_t fraction = pattern & ((std::uint64_t{1} << format.mantissa) - 1);
  const int all_ones = (1 << format.exponent_bits()) - 1;
  const int exponent = static_cast<int>(pattern >> format.mantissa) & all_ones;
  Number result;
  result.negative = (pattern >> (format.width() - 1) & 1) != 0;
  if (exponent == all_ones) {
    return special(fraction != 0 ? Number::Kind::kNan : Number::Kind::kInfinite, result.negative);
  }
  result.mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << format.mantissa;
  result.exponent = std::max(exponent, 1) - 1 + format.lowest - format.mantissa;
  return result;
}

std::uint64_t round(const Number& number, const Format& format, Rounding rounding) {
  const std::uint64_t sign = std::uint64_t{number.negative} << (format.width() - 1);
  const auto all_ones = static_cast<std::uint64_t>((1 << format.exponent_bits()) - 1);
  const std::uint64_t infinity = all_ones << format.mantissa;
  if (number.is_nan()) {
    return format.nan;
  }
  if (number.is_infinite()) {
    return (sign | infinity) << format.shift;
  }
  if (number.is_zero()) {
    return sign << format.shift;
  }
  const int leading = number.exponent + top_bit(number.mantissa);
  const int unit = std::max(leading, format.lowest) - format.mantissa;
  const int cut = unit - number.exponent;
  Wide kept = cut > 0 ? cut_off(number, cut, rounding) : number.mantissa << -cut;
  if (leading >= format.lowest) {
    kept += static_cast<Wide>(std::min(leading, format.highest + 1) - format.lowest)
            << format.mantissa;
  }
  if (kept >= infinity) {
    const bool stays = rounding == Rounding::kZero ||
                       (rounding == Rounding::kDown && !number.negative) ||
                       (rounding == Rounding::kUp && number.negative);
    kept = stays ? infinity - 1 : infinity;
  }
  return (sign | static_cast<std::uint64_t>(kept)) << format.shift;
}

Number from_integer(std::uint64_t bits, unsigned width, bool is_signed) {
  Number result;
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  bits &= mask;
  result.negative = is_signed && (bits >> (width - 1) & 1) != 0;
  result.mantissa = result.negative ? (0 - bits) & mask : bits;
  return result;
}

Number to_integral(const Number& number, Rounding rounding) {
  if (number.kind != Number::Kind::kFinite || number.exponent >= 0) {
    return number;
  }
  Number result = number;
  result.mantissa = cut_off(number, -number.exponent, rounding);
  result.exponent = 0;
  result.sticky = false;
  return result;
}

std::uint64_t to_integer(const Number& integral, unsigned width, bool is_signed,
                         std::uint64_t nan_gives) {
  if (integral.is_nan()) {
    return nan_gives;
  }
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const std::uint64_t most = is_signed ? mask >> 1 : mask;
  const std::uint64_t least = is_signed ? most + 1 : 0;  // magnitude of the lowest value
  const bool huge = integral.is_infinite() || integral.exponent + top_bit(integral.mantissa) > 64;
  const Wide magnitude = huge ? ~Wide{0} : integral.mantissa << integral.exponent;
  if (integral.negative) {
    return magnitude >= least ? (0 - least) & mask
                              : (0 - static_cast<std::uint64_t>(magnitude)) & mask;
  }
  return magnitude >= most ? most : static_cast<std::uint64_t>(magnitude);
}

Number add(const Number& a, const Number& b, Rounding rounding) {
  if (a.is_nan() || b.is_nan() ||
      (a.is_infinite() && b.is_infinite() && a.negative != b.negative)) {
    return nan();
  }
  if (a.is_infinite() || b.is_infinite()) {
    return a.is_infinite() ? a : b;
  }
  if (a.is_zero() && b.is_zero()) {
    Number zero = a;
    zero.negative = a.negative == b.negative ? a.negative : rounding == Rounding::kDown;
    return zero;
  }
  if (a.is_zero() || b.is_zero()) {
    return a.is_zero() ? b : a;
  }
  // Both with the leading one at bit 110, so that a product of doubles fits and a bit stays free.
  Number large = raised(a, 110);
  Number small = raised(b, 110);
  if (large.exponent < small.exponent ||
      (large.exponent == small.exponent && large.mantissa < small.mantissa)) {
    std::swap(large, small);
  }
  const int distance = large.exponent - small.exponent;
  const Wide moved = distance > 127 ? 0 : small.mantissa >> distance;
  const bool lost = distance > 127 || moved << distance != small.mantissa;
  Number sum = large;
  if (large.negative == small.negative) {
    sum.mantissa += moved;
  } else {
    sum.mantissa -= moved + (lost ? 1 : 0);
  }
  sum.sticky = lost;
  if (sum.is_zero()) {
    sum.negative = rounding == Rounding::kDown;
  }
  return sum;
}

Number multiply(const Number& a, const Number& b) {
  const bool negative = a.negative != b.negative;
  if (a.is_nan() || b.is_nan() || (a.is_infinite() && b.is_zero()) ||
      (a.is_zero() && b.is_infinite())) {
    return nan();
  }
  if (a.is_infinite() || b.is_infinite()) {
    return special(Number::Kind::kInfinite, negative);
  }
  Number product;
  product.negative = negative;
  product.mantissa = a.mantissa * b.mantissa;
  product.exponent = a.exponent + b.exponent;
  return product;
}

Number divide(const Number& a, const Number& b) {
  const bool negative = a.negative != b.negative;
  if (a.is_nan() || b.is_nan() || (a.is_infinite() && b.is_infinite()) ||
      (a.is_zero() && b.is_zero())) {
    return nan();
  }
  if (a.is_infinite() || b.is_zero()) {
    return special(Number::Kind::kInfinite, negative);
  }
  Number quotient;
  quotient.negative = negative;
  if (a.is_zero() || b.is_infinite()) {
    return quotient;
  }
  const Number dividend = raised(a, 127);
  quotient.mantissa = dividend.mantissa / b.mantissa;
  quotient.sticky = dividend.mantissa % b.mantissa != 0;
  quotient.exponent = dividend.exponent - b.exponent;
  return quotient;
}

Number square_root(const Number& a) {
  if (a.is_nan() || (a.negative && !a.is_zero())) {
    return nan();
  }
  if (a.is_infinite() || a.is_zero()) {
    return a;
  }
  Number radicand = raised(a, 125);
  if (radicand.exponent % 2 != 0) {
    radicand.mantissa <<= 1;
    --radicand.exponent;
  }
  Wide root = 0;
  for (Wide bit = Wide{1} << 63; bit != 0; bit >>= 1) {
    if ((root | bit) <= radicand.mantissa / (root | bit)) {
      root |= bit;
    }
  }
  Number result;
  result.mantissa = root;
  result.sticky = root * root != radicand.mantissa;
  result.exponent = radicand.exponent / 2;
  return result;
}

Number negate(Number a) {
  a.negative = !a.negative;
  return a;
}

int compare(const Number& a, const Number& b) {
  if (a.is_zero() && b.is_zero()) {
    return 0;
  }
  if (a.negative != b.negative) {
    return a.is_zero() ? (b.negative ? 1 : -1) : (a.negative ? -1 : 1);
  }
  const int larger = a.negative ? -1 : 1;
  if (a.is_infinite() || b.is_infinite()) {
    return a.is_infinite() == b.is_infinite() ? 0 : (a.is_infinite() ? larger : -larger);
  }
  if (a.is_zero() || b.is_zero()) {
    return a.is_zero() ? -larger : larger;
  }
  const Number x = raised(a, 110);
  const Number y = raised(b, 110);
  if (x.exponent != y.exponent) {
    return x.exponent > y.exponent ? larger : -larger;
  }
  return x.mantissa == y.mantissa ? 0 : (x.mantissa > y.mantissa ? larger : -larger);
}

std::uint64_t flush(std::uint64_t bits, const Format& format) {
  const std::uint64_t exponent_mask = static_cast<std::uint64_t>((1 << format.exponent_bits()) - 1)
                                      << format.mantissa;
  const std::uint64_t sign = std::uint64_t{1} << (format.width() - 1);
  return (bits & exponent_mask) == 0 ? bits & sign : bits;
}

}  // namespace reference
