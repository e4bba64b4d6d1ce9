// What an integer register can hold, over all threads of a launch: interval arithmetic.
#pragma once

#include "lower/isa/form.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace warpschool::sim {

/// The indices of a thread and its block, from 0: tid.x, .y, .z and ctaid.x, .y, .z.
inline constexpr std::size_t kIndices = 6;

/// origin + the sum of weights[i] * index i: what exactly one thread has.
struct IndexSum {
  std::int64_t origin = 0;
  std::array<std::int64_t, kIndices> weights{};
};

/// Numbers from `low` to `high`, all of them multiples of 2^zeros. A register holds one of them
/// modulo 2^32 or 2^64. So it is both what a signed and what an unsigned instruction reads. Sums
/// that wrap around stay exact until in_type() is asked.
struct ValueRange {
  static constexpr unsigned kMostZeros = 16;

  std::int64_t low = 0, high = 0;
  unsigned zeros = 0;
  std::optional<IndexSum> sum;  ///< if it is one

  static ValueRange of(std::int64_t value);
  /// 0 to count - 1. @param count not 0
  static ValueRange below(std::uint64_t count);
  /// The same, of index number `index`.
  static ValueRange of_index(std::size_t index, std::uint64_t count);
  bool is_one() const { return low == high; }
};

/// Empty: nothing is known.
using MaybeRange = std::optional<ValueRange>;

/// As numbers of an integer type (u32, s64, ...; b32 is u32). Empty if they do not lie in one piece
/// there.
MaybeRange in_type(const ValueRange& range, ptx::Type type);

/// What an instruction computes, of those that make addresses (PTX ISA, section 9.7.1 on integer
/// arithmetic and 9.7.8 on logic).
struct Computation {
  Opcode opcode = Opcode::kMov;
  ptx::Type type = ptx::Type::kNone, source_type = ptx::Type::kNone;
  bool wide = false;  ///< mul.wide, mad.wide; without, the low half
};

/// @param c of mad only.
MaybeRange compute(const Computation& what, const ValueRange& a, const ValueRange& b,
                   const ValueRange& c);

/// The part of `a` for which "a op b" can be so; `a` as it was if nothing is known of that.
/// @param type of the comparison.
ValueRange where(const ValueRange& a, Compare op, const ValueRange& b, ptx::Type type);

}  // namespace warpschool::sim
