// Floating-point arithmetic, comparison and conversion (PTX ISA, sections 9.7.3 to 9.7.6 and
// 9.7.9.21).
#include "operations.hpp"

#include <cmath>
#include <cstring>

namespace reference {
namespace {

std::string single(const std::string& type) {
  const std::size_t at = type.find("x2");
  return at == std::string::npos ? type : type.substr(0, at);
}

double to_double(const Number& number) {
  const std::uint64_t bits = round(number, kF64, Rounding::kNearest);
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

Number from_double(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return decode(bits, kF64);
}

/// The smaller or larger of two numbers; -0 < +0.
Number extreme(const Number& a, const Number& b, const Operation& op) {
  if (a.is_nan() || b.is_nan()) {
    const bool want_nan = op.has("NaN");
    return a.is_nan() == want_nan ? a : b;
  }
  const int order = a.is_zero() && b.is_zero() ? int{b.negative} - int{a.negative} : compare(a, b);
  return (order < 0) == (op.opcode == "min") ? a : b;
}

/// Functions that are approximate on a device: here the nearest double.
Number function(const std::string& name, const Number& a) {
  const double x = to_double(a);
  if (name == "sin") {
    return from_double(std::sin(x));
  }
  if (name == "cos") {
    return from_double(std::cos(x));
  }
  if (name == "lg2") {
    return from_double(std::log2(x));
  }
  if (name == "ex2") {
    return from_double(std::exp2(x));
  }
  return from_double(std::tanh(x));
}

Number compute(const Operation& op, const std::vector<Number>& n, Rounding rounding) {
  const std::string& name = op.opcode;
  if (name == "add") {
    return add(n[0], n[1], rounding);
  }
  if (name == "sub") {
    return add(n[0], negate(n[1]), rounding);
  }
  if (name == "mul") {
    return multiply(n[0], n[1]);
  }
  if (name == "fma" || name == "mad") {
    return add(multiply(n[0], n[1]), n[2], rounding);
  }
  if (name == "div") {
    return divide(n[0], n[1]);
  }
  if (name == "min" || name == "max") {
    if (!op.has("xorsign")) {
      return extreme(n[0], n[1], op);
    }
    Number a = n[0];
    Number b = n[1];
    const bool negative = a.negative != b.negative;
    a.negative = b.negative = false;
    Number result = extreme(a, b, op);
    result.negative = negative;
    return result;
  }
  Number one;
  one.mantissa = 1;
  if (name == "rcp") {
    return divide(one, n[0]);
  }
  if (name == "sqrt") {
    return square_root(n[0]);
  }
  if (name == "rsqrt") {
    return divide(one, square_root(n[0]));
  }
  return function(name, n[0]);
}

std::uint64_t limited(const Operation& op, std::uint64_t bits, const Format& format) {
  const Number value = decode(bits, format);
  Number zero, one;
  one.mantissa = 1;
  if (op.has("sat")) {
    if (value.is_nan() || compare(value, zero) <= 0) {
      return 0;
    }
    return compare(value, one) > 0 ? round(one, format, Rounding::kNearest) : bits;
  }
  if (op.has("relu")) {
    return value.is_nan() || compare(value, zero) > 0 ? bits : 0;
  }
  return bits;
}

std::uint64_t one_number(const Operation& op, const Words& s) {
  const Format& format = format_of(op.types[0]);
  const Rounding rounding = rounding_of(op);
  const std::uint64_t sign = std::uint64_t{1} << (format.width() - 1);
  Words words = s;
  for (std::uint64_t& word : words) {
    word = op.has("ftz") ? flush(word, format) : word;
  }
  if (op.opcode == "abs") {
    return words[0] & ~sign;
  }
  if (op.opcode == "neg") {
    return words[0] ^ sign;
  }
  std::vector<Number> numbers;
  numbers.reserve(words.size());
  for (const std::uint64_t word : words) {
    numbers.push_back(decode(word, format));
  }
  std::uint64_t result = round(compute(op, numbers, rounding), format, rounding);
  result = op.has("ftz") ? flush(result, format) : result;
  return limited(op, result, format);
}

bool holds(const std::string& relation, const Number& a, const Number& b) {
  const bool unordered = a.is_nan() || b.is_nan();
  if (relation == "num" || relation == "nan") {
    return unordered == (relation == "nan");
  }
  const bool accepts_nan = relation.size() == 3;
  if (unordered) {
    return accepts_nan;
  }
  const int order = compare(a, b);
  const std::string base = relation.substr(0, 2);
  return base == "eq"   ? order == 0
         : base == "ne" ? order != 0
         : base == "lt" ? order < 0
         : base == "le" ? order <= 0
         : base == "gt" ? order > 0
                        : order >= 0;
}

bool holds(const std::string& relation, SignedWide a, SignedWide b) {
  return relation == "eq"                       ? a == b
         : relation == "ne"                     ? a != b
         : relation == "lt" || relation == "lo" ? a < b
         : relation == "le" || relation == "ls" ? a <= b
         : relation == "gt" || relation == "hi" ? a > b
                                                : a >= b;
}

bool compare_words(const Operation& op, std::uint64_t a, std::uint64_t b) {
  const std::string type = single(op.types.back());
  const std::string& relation = op.modifiers[0];
  if (!is_float(type)) {
    return holds(relation, integer_of(a, type), integer_of(b, type));
  }
  const Format& format = format_of(type);
  if (op.has("ftz")) {
    a = flush(a, format);
    b = flush(b, format);
  }
  return holds(relation, decode(a, format), decode(b, format));
}

bool combine(const Operation& op, const Words& s, bool value) {
  const bool other = s.size() > 2 && s[2] != 0;
  return op.has("and")   ? value && other
         : op.has("or")  ? value || other
         : op.has("xor") ? value != other
                         : value;
}

std::uint64_t true_as(const std::string& type) {
  if (is_float(type)) {
    Number one;
    one.mantissa = 1;
    return round(one, format_of(type), Rounding::kNearest);
  }
  return low_bits(~std::uint64_t{0}, width_of(type));
}

std::uint64_t one_conversion(const Operation& op, std::uint64_t word) {
  const std::string type = single(op.types[0]);
  const std::string& from = op.types.back();
  const Rounding rounding = rounding_of(op);
  const bool flushes = op.has("ftz");
  Number value;
  if (is_float(from)) {
    const Format& format = format_of(from);
    value = decode(
        flushes && from == "f32" && !(type == "f16" || type == "bf16") ? flush(word, format) : word,
        format);
  } else {
    value = from_integer(word, width_of(from), is_signed(from));
  }
  const bool to_integers = op.has("rni") || op.has("rzi") || op.has("rmi") || op.has("rpi");
  if (to_integers) {
    value = to_integral(value, rounding);
  }
  if (!is_float(type)) {
    const bool wide = from == "f64" || width_of(type) == 64;
    const std::uint64_t nan = wide ? std::uint64_t{1} << (width_of(type) - 1) : 0;
    const bool clamps = is_float(from) || op.has("sat");
    return clamps ? to_integer(value, width_of(type), is_signed(type), nan)
                  : low_bits(static_cast<std::uint64_t>(integer_of(word, from)), width_of(type));
  }
  const Format& format = format_of(type);
  std::uint64_t result = round(value, format, rounding);
  result = flushes && type == "f32" ? flush(result, format) : result;
  return limited(op, result, format);
}

}  // namespace

Rounding rounding_of(const Operation& op) {
  if (op.has("rz") || op.has("rzi")) {
    return Rounding::kZero;
  }
  if (op.has("rm") || op.has("rmi")) {
    return Rounding::kDown;
  }
  if (op.has("rp") || op.has("rpi")) {
    return Rounding::kUp;
  }
  return op.has("rna") ? Rounding::kNearestAway : Rounding::kNearest;
}

std::uint64_t float_operation(const Operation& op, const Words& s) {
  if (op.types[0].find("x2") == std::string::npos) {
    return one_number(op, s);
  }
  Operation half = op;
  half.types[0] = single(op.types[0]);
  Words low, high;
  for (const std::uint64_t word : s) {
    low.push_back(word & 0xffffu);
    high.push_back(word >> 16);
  }
  return one_number(half, low) | one_number(half, high) << 16;
}

Result compare_operation(const Operation& op, const Words& s) {
  const bool pair = op.types.back().find("x2") != std::string::npos;
  const bool low = compare_words(op, pair ? s[0] & 0xffffu : s[0], pair ? s[1] & 0xffffu : s[1]);
  const bool high = pair && compare_words(op, s[0] >> 16, s[1] >> 16);
  const bool first = combine(op, s, low);
  if (op.opcode == "setp") {
    return {first, combine(op, s, pair ? high : !low)};
  }
  const std::string type = single(op.types[0]);
  const std::uint64_t yes = true_as(type);
  std::uint64_t result = first ? yes : 0;
  if (pair && combine(op, s, high)) {
    result |= yes << 16;
  }
  return {result, 0};
}

std::uint64_t select_operation(const Operation& op, const Words& s) {
  if (op.opcode == "mov") {
    return s[0];
  }
  if (op.opcode == "selp") {
    return s[2] != 0 ? s[0] : s[1];
  }
  const std::string& type = op.types[0];
  if (op.opcode == "slct") {
    if (op.types.back() == "s32") {
      return (s[2] & 0x8000'0000u) == 0 ? s[0] : s[1];
    }
    const Number c = decode(op.has("ftz") ? flush(s[2], kF32) : s[2], kF32);
    return !c.is_nan() && (!c.negative || c.is_zero()) ? s[0] : s[1];
  }
  const Format& format = format_of(type);
  const std::uint64_t sign = std::uint64_t{1} << (format.width() - 1);
  if (op.opcode == "copysign") {
    return (s[0] & sign) | (s[1] & ~sign);
  }
  const Number value = decode(s[0], format);
  const bool finite = !value.is_nan() && !value.is_infinite();
  const bool subnormal = finite && !value.is_zero() && flush(s[0], format) != s[0];
  return op.has("finite")       ? finite
         : op.has("infinite")   ? value.is_infinite()
         : op.has("number")     ? !value.is_nan()
         : op.has("notanumber") ? value.is_nan()
         : op.has("normal")     ? finite && !subnormal
                                : subnormal;
}

std::uint64_t convert(const Operation& op, const Words& s) {
  if (s.size() == 2) {
    return one_conversion(op, s[0]) << 16 | one_conversion(op, s[1]);
  }
  return one_conversion(op, s[0]);
}

}  // namespace reference
