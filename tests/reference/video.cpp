// Operations on the halves or bytes of a register, as PTX ISA, section 9.7.18, describes them.
#include "operations.hpp"

#include <algorithm>
#include <cstdlib>

namespace reference {
namespace {

SignedWide of_parts(const std::string& name, const Operation& op, SignedWide a, SignedWide b) {
  if (name == "vadd") {
    return a + b;
  }
  if (name == "vsub") {
    return a - b;
  }
  if (name == "vavrg") {
    const SignedWide sum = a + b;
    return sum >= 0 ? (sum + 1) / 2 : -((1 - sum) / 2);
  }
  if (name == "vabsdiff") {
    return std::max(a, b) - std::min(a, b);
  }
  if (name == "vmin") {
    return std::min(a, b);
  }
  if (name == "vmax") {
    return std::max(a, b);
  }
  const bool holds = (op.has("eq") && a == b) || (op.has("ne") && a != b) ||
                     (op.has("lt") && a < b) || (op.has("le") && a <= b) ||
                     (op.has("gt") && a > b) || (op.has("ge") && a >= b);
  return holds ? 1 : 0;
}

}  // namespace

std::uint64_t video_operation(const Operation& op, const Words& s) {
  const unsigned parts = op.opcode.back() == '4' ? 4 : 2, width = 32 / parts;
  const std::string name = op.opcode.substr(0, op.opcode.size() - 1);
  const bool with_sign = op.types[0][0] == 's';
  const std::string part_type = op.types[0].substr(0, 1) + std::to_string(width);
  const SignedWide least = with_sign ? -(SignedWide{1} << (width - 1)) : 0;
  const SignedWide most = (SignedWide{1} << (with_sign ? width - 1 : width)) - 1;
  SignedWide sum = integer_of(s[2], "u32");
  std::uint64_t merged = 0;
  for (unsigned part = 0; part < parts; ++part) {
    const auto of = [&](std::uint64_t word) {
      return integer_of(low_bits(word >> (part * width), width), part_type);
    };
    SignedWide value = of_parts(name, op, of(s[0]), of(s[1]));
    sum += value;
    value = op.has("sat") ? std::clamp(value, least, most) : value;
    merged |= low_bits(static_cast<std::uint64_t>(value), width) << (part * width);
  }
  return op.has("add") ? low_bits(static_cast<std::uint64_t>(sum), 32) : merged;
}

}  // namespace reference
