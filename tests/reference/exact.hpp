// Exact arithmetic for tests, with integers alone: a number is +-mantissa * 2^exponent, rounded
// once at the end. Nothing here is shared with the simulator.
#pragma once

#include <cstdint>
#include <string>

namespace reference {

__extension__ using Wide = unsigned __int128;

/// A binary floating-point format (IEEE 754), stored in the low bits of a word.
struct Format {
  int mantissa;         ///< explicit bits
  int lowest, highest;  ///< exponents of normal numbers
  std::uint64_t nan;    ///< what arithmetic gives
  int shift = 0;        ///< tf32: the pattern stands in the upper bits of its word

  int width() const { return mantissa + 1 + exponent_bits(); }
  int exponent_bits() const { return mantissa == 52 ? 11 : (highest == 127 ? 8 : 5); }
};

inline constexpr Format kF16{10, -14, 15, 0x7fff};
inline constexpr Format kBf16{7, -126, 127, 0x7fff};
inline constexpr Format kTf32{10, -126, 127, 0x7fff'e000, 13};
inline constexpr Format kF32{23, -126, 127, 0x7fff'ffff};
inline constexpr Format kF64{52, -1022, 1023, 0xfff8'0000'0000'0000};

/// Of a type's name without its count: "f16", "bf16x2", ...
const Format& format_of(const std::string& type);

enum class Rounding { kNearest, kZero, kDown, kUp, kNearestAway };

/// A number, infinity or NaN.
struct Number {
  enum class Kind { kFinite, kInfinite, kNan };
  Kind kind = Kind::kFinite;
  bool negative = false;
  Wide mantissa = 0;
  int exponent = 0;
  bool sticky = false;  ///< a little more than mantissa * 2^exponent, by less than one unit

  bool is_zero() const { return kind == Kind::kFinite && mantissa == 0 && !sticky; }
  bool is_nan() const { return kind == Kind::kNan; }
  bool is_infinite() const { return kind == Kind::kInfinite; }
};

Number decode(std::uint64_t bits, const Format& format);
std::uint64_t round(const Number& number, const Format& format, Rounding rounding);
Number from_integer(std::uint64_t bits, unsigned width, bool is_signed);

/// The integral number next to this one; what is too large for an integer stays as it is.
Number to_integral(const Number& number, Rounding rounding);
/// Clamped to the type; NaN gives `nan`.
std::uint64_t to_integer(const Number& integral, unsigned width, bool is_signed, std::uint64_t nan);

Number add(const Number& a, const Number& b, Rounding rounding);  ///< the sign of 0 needs the mode
Number multiply(const Number& a, const Number& b);
Number divide(const Number& a, const Number& b);
Number square_root(const Number& a);
Number negate(Number a);
/// -1, 0, 1; of numbers.
int compare(const Number& a, const Number& b);

/// Subnormal patterns become zero with their sign.
std::uint64_t flush(std::uint64_t bits, const Format& format);

}  // namespace reference
