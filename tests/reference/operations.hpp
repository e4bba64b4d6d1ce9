// Private to the reference: its groups of operations.
#pragma once

#include "exact.hpp"
#include "reference.hpp"

namespace reference {

using Words = std::vector<std::uint64_t>;

std::uint64_t convert(const Operation&, const Words&);
Result compare_operation(const Operation&, const Words&);
std::uint64_t select_operation(const Operation&, const Words&);
std::uint64_t carry_operation(const Operation&, const Words&, bool& carry);
std::uint64_t float_operation(const Operation&, const Words&);
std::uint64_t bit_operation(const Operation&, const Words&);
std::uint64_t integer_operation(const Operation&, const Words&);
std::uint64_t video_operation(const Operation&, const Words&);

/// The low `width` bits.
inline std::uint64_t low_bits(std::uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}
__extension__ using SignedWide = __int128;
/// The integer that bits of this type are.
SignedWide integer_of(std::uint64_t bits, const std::string& type);
/// .rn, .rz, ... of the operation; nearest if it has none.
Rounding rounding_of(const Operation& operation);

}  // namespace reference
