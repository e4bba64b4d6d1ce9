// Integer arithmetic and bits (PTX ISA, sections 9.7.1, 9.7.2 and 9.7.8).
#include "operations.hpp"

#include <algorithm>
#include <map>

namespace reference {
namespace {

std::uint64_t bits_of(SignedWide value, unsigned width) {
  return low_bits(static_cast<std::uint64_t>(value), width);
}

SignedWide clamp_to(SignedWide value, unsigned width) {
  const SignedWide limit = SignedWide{1} << (width - 1);
  return std::clamp(value, -limit, limit - 1);
}

/// floor(a * b / 2^width) as the upper half of the product of two numbers of `width` bits.
SignedWide high_product(SignedWide a, SignedWide b, unsigned width) {
  if (width < 64) {
    return (a * b) >> width;
  }
  // 64 x 64 bits by halves: a product of magnitudes fits 128 bits unsigned.
  const bool negative = (a < 0) != (b < 0);
  const Wide x = static_cast<Wide>(a < 0 ? -a : a);
  const Wide y = static_cast<Wide>(b < 0 ? -b : b);
  const Wide product = x * y;
  const Wide high = product >> 64;
  const bool exact = static_cast<std::uint64_t>(product) == 0;
  const auto magnitude = static_cast<SignedWide>(high);
  return negative ? -magnitude - (exact ? 0 : 1) : magnitude;
}

SignedWide extend24(std::uint64_t bits, bool is_signed_type) {
  const auto low = static_cast<SignedWide>(bits & 0xff'ffffu);
  return is_signed_type && (bits & 0x80'0000u) != 0 ? low - (SignedWide{1} << 24) : low;
}

std::uint64_t packed(const Operation& op, const Words& s) {
  const std::string type = op.types[0].substr(0, 3);
  std::uint64_t result = 0;
  for (unsigned shift = 0; shift < 32; shift += 16) {
    const SignedWide a = integer_of(s[0] >> shift & 0xffffu, type);
    const SignedWide b = integer_of(s[1] >> shift & 0xffffu, type);
    SignedWide value = op.opcode == "add"   ? a + b
                       : op.opcode == "min" ? std::min(a, b)
                                            : std::max(a, b);
    value = op.has("relu") && value < 0 ? 0 : value;
    result |= bits_of(value, 16) << shift;
  }
  return result;
}

std::uint64_t dot(const Operation& op, const Words& s) {
  const bool by_four = op.opcode == "dp4a";
  SignedWide sum = integer_of(s[2], "s32");
  for (unsigned n = 0; n < (by_four ? 4u : 2u); ++n) {
    const std::string a_type = op.types[0].substr(0, 1) + (by_four ? "8" : "16");
    const std::string b_type = op.types[1].substr(0, 1) + "8";
    const unsigned a_bits = by_four ? 8 : 16;
    const unsigned b_place = 8 * n + (op.has("hi") ? 16u : 0u);
    sum += integer_of(low_bits(s[0] >> (a_bits * n), a_bits), a_type) *
           integer_of(s[1] >> b_place & 0xffu, b_type);
  }
  return bits_of(sum, 32);
}

}  // namespace

SignedWide integer_of(std::uint64_t bits, const std::string& type) {
  const unsigned width = width_of(type);
  bits = low_bits(bits, width);
  const bool negative = is_signed(type) && (bits >> (width - 1) & 1) != 0;
  return static_cast<SignedWide>(bits) - (negative ? SignedWide{1} << width : 0);
}

namespace {

/// The low or high half of a product.
SignedWide product_of(const Operation& op, SignedWide a, SignedWide b, unsigned width) {
  return op.has("hi") ? high_product(a, b, width)
                      : static_cast<SignedWide>(static_cast<std::uint64_t>(a) *
                                                static_cast<std::uint64_t>(b));
}

/// mul24, mad24
SignedWide product_of_24_bits(const Operation& op, const Words& s) {
  const bool has_sign = is_signed(op.types[0]);
  const SignedWide product = extend24(s[0], has_sign) * extend24(s[1], has_sign);
  return op.has("hi") ? product >> 16 : product;
}

}  // namespace

std::uint64_t integer_operation(const Operation& op, const Words& s) {
  const std::string& name = op.opcode;
  const std::string& type = op.types[0];
  if (type.size() > 3 && type.substr(type.size() - 2) == "x2") {
    return packed(op, s);
  }
  if (name == "dp4a" || name == "dp2a") {
    return dot(op, s);
  }
  const unsigned width = width_of(type);
  const SignedWide a = integer_of(s[0], type);
  const SignedWide b = s.size() > 1 ? integer_of(s[1], type) : 0;
  const SignedWide c = s.size() > 2 ? static_cast<SignedWide>(s[2]) : 0;
  const auto finish = [&](SignedWide value) {
    return bits_of(op.has("sat") ? clamp_to(value, width) : value, width);
  };
  if (name == "add") {
    return finish(a + b);
  }
  if (name == "sub") {
    return finish(a - b);
  }
  if (name.rfind("mul", 0) == 0 || name.rfind("mad", 0) == 0) {
    if (op.has("wide")) {
      return low_bits(static_cast<std::uint64_t>(a * b + c), 2 * width);
    }
    const SignedWide product =
        name.size() > 3 ? product_of_24_bits(op, s) : product_of(op, a, b, width);
    return finish(product + (s.size() > 2 ? integer_of(s[2], type) : 0));
  }
  if (name == "sad") {
    return finish(c + (a > b ? a - b : b - a));
  }
  if (name == "div" || name == "rem") {
    return b == 0 ? bits_of(-1, width) : finish(name == "div" ? a / b : a % b);
  }
  if (name == "abs" || name == "neg") {
    return finish(name == "neg" || a < 0 ? -a : a);
  }
  const SignedWide extreme = name == "min" ? std::min(a, b) : std::max(a, b);
  return finish(op.has("relu") && extreme < 0 ? 0 : extreme);
}

std::uint64_t carry_operation(const Operation& op, const Words& s, bool& carry) {
  const std::string& type = op.types[0];
  const unsigned width = width_of(type);
  const bool reads = op.opcode.back() == 'c';
  const Wide in = reads && carry ? 1 : 0;
  Wide x = s[0];
  Wide y = s[1];
  if (op.opcode.rfind("mad", 0) == 0) {
    const SignedWide a = integer_of(s[0], type);
    const SignedWide b = integer_of(s[1], type);
    const SignedWide product = op.has("hi")
                                   ? high_product(a, b, width)
                                   : static_cast<SignedWide>(static_cast<std::uint64_t>(a) *
                                                             static_cast<std::uint64_t>(b));
    x = low_bits(static_cast<std::uint64_t>(product), width);
    y = s[2];
  }
  const Wide result = op.opcode.rfind("sub", 0) == 0 ? x - y - in : x + y + in;
  if (op.has("cc")) {
    carry = (result >> width & 1) != 0;
  }
  return low_bits(static_cast<std::uint64_t>(result), width);
}

namespace {

std::uint64_t find_leading(std::uint64_t bits, const std::string& type, bool shift_amount) {
  const unsigned width = width_of(type);
  if (is_signed(type) && (bits >> (width - 1) & 1) != 0) {
    bits = low_bits(~bits, width);
  }
  for (unsigned n = 0; n < width; ++n) {
    if ((bits >> (width - 1 - n) & 1) != 0) {
      return shift_amount ? n : width - 1 - n;
    }
  }
  return 0xffff'ffffu;
}

/// As the manual's loop: count towards the n-th one from the base.
std::uint64_t find_nth(std::uint64_t mask, std::uint64_t base, std::int64_t n) {
  if (n == 0) {
    return base < 32 && (mask >> base & 1) != 0 ? base : 0xffff'ffffu;
  }
  std::int64_t seen = 0;
  for (auto bit = static_cast<std::int64_t>(base); bit >= 0 && bit<32; bit += n> 0 ? 1 : -1) {
    seen += static_cast<std::int64_t>(mask >> bit & 1);
    if (seen == (n > 0 ? n : -n)) {
      return static_cast<std::uint64_t>(bit);
    }
  }
  return 0xffff'ffffu;
}

std::uint64_t extract(const Operation& op, const Words& s) {
  const std::string& type = op.types[0];
  const unsigned width = width_of(type);
  const std::uint64_t position = s[1] & 0xffu;
  const std::uint64_t length = s[2] & 0xffu;
  const std::uint64_t last = std::min<std::uint64_t>(position + length - 1, width - 1);
  const bool ones = is_signed(type) && length != 0 && (s[0] >> last & 1) != 0;
  std::uint64_t result = 0;
  for (unsigned n = 0; n < width; ++n) {
    const bool inside = n < length && position + n < width;
    const bool bit = inside ? (s[0] >> (position + n) & 1) != 0 : ones;
    result |= std::uint64_t{bit} << n;
  }
  return result;
}

std::uint64_t insert(const Operation& op, const Words& s) {
  const unsigned width = width_of(op.types[0]);
  const std::uint64_t position = s[2] & 0xffu;
  const std::uint64_t length = s[3] & 0xffu;
  std::uint64_t result = s[1];
  for (unsigned n = 0; n < length && position + n < width; ++n) {
    const std::uint64_t place = std::uint64_t{1} << (position + n);
    result = (s[0] >> n & 1) != 0 ? result | place : result & ~place;
  }
  return result;
}

std::uint64_t permute(const Operation& op, const Words& s) {
  static const struct {
    const char* mode;
    const char* rows[4];  // byte numbers, the highest byte of the result first
  } kModes[] = {
      {"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
      {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
      {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}}};
  const std::uint64_t bytes = s[1] << 32 | s[0];
  std::uint64_t result = 0;
  for (unsigned n = 0; n < 4; ++n) {
    std::uint64_t pick = s[2] >> (4 * n) & 0xfu;
    for (const auto& mode : kModes) {
      if (op.has(mode.mode)) {
        pick = static_cast<std::uint64_t>(mode.rows[s[2] & 3u][3 - n] - '0');
      }
    }
    std::uint64_t byte = bytes >> (8 * (pick & 7u)) & 0xffu;
    if ((pick & 8u) != 0) {
      byte = (byte & 0x80u) != 0 ? 0xff : 0;
    }
    result |= byte << (8 * n);
  }
  return result;
}

std::uint64_t shift(const Operation& op, const Words& s) {
  const std::string& type = op.types[0];
  const unsigned width = width_of(type);
  const std::uint64_t by = std::min<std::uint64_t>(s[1], width);
  if (op.opcode == "shl") {
    return by >= width ? 0 : low_bits(s[0] << by, width);
  }
  return low_bits(static_cast<std::uint64_t>(integer_of(s[0], type) >> by), width);
}

std::uint64_t funnel_shift(const Operation& op, const Words& s) {
  const std::uint64_t by = op.has("wrap") ? s[2] & 31u : std::min<std::uint64_t>(s[2], 32);
  const Wide both = static_cast<Wide>(s[1] << 32 | s[0]);
  return low_bits(static_cast<std::uint64_t>(op.has("l") ? (both << by) >> 32 : both >> by), 32);
}

std::uint64_t count_ones(std::uint64_t word, unsigned width) {
  std::uint64_t count = 0;
  for (unsigned n = 0; n < width; ++n) {
    count += word >> n & 1;
  }
  return count;
}

std::uint64_t reversed(std::uint64_t word, unsigned width) {
  std::uint64_t result = 0;
  for (unsigned n = 0; n < width; ++n) {
    result |= (word >> n & 1) << (width - 1 - n);
  }
  return result;
}

/// bmsk, szext: how many bits the operand names.
std::uint64_t limited(const Operation& op, std::uint64_t bits) {
  return op.has("wrap") ? bits & 31u : std::min<std::uint64_t>(bits, 32);
}

std::uint64_t mask_of_bits(const Operation& op, const Words& s) {
  const std::uint64_t ones = low_bits(~std::uint64_t{0}, static_cast<unsigned>(limited(op, s[1])));
  return low_bits(ones << limited(op, s[0]), 32);
}

std::uint64_t extend_sign(const Operation& op, const Words& s) {
  const std::uint64_t kept = limited(op, s[1]);
  if (kept == 0) {
    return 0;
  }
  const std::string narrow = op.types[0].substr(0, 1) + std::to_string(kept);
  return low_bits(static_cast<std::uint64_t>(integer_of(s[0], narrow)), 32);
}

std::uint64_t leading_zeros(std::uint64_t word, unsigned width) {
  const std::uint64_t found = find_leading(word, "u" + std::to_string(width), true);
  return found == 0xffff'ffffu ? width : found;
}

using BitFunction = std::uint64_t (*)(const Operation&, const Words&);

std::uint64_t fns(const Operation&, const Words& s) {
  return find_nth(s[0], s[1], static_cast<std::int32_t>(s[2]));
}

/// Those that take all of the operation.
BitFunction bit_function(const std::string& name) {
  static const std::map<std::string, BitFunction> kFunctions = {
      {"shl", shift},    {"shr", shift},         {"shf", funnel_shift},
      {"fns", fns},      {"bfe", extract},       {"bfi", insert},
      {"prmt", permute}, {"bmsk", mask_of_bits}, {"szext", extend_sign}};
  const auto found = kFunctions.find(name);
  return found == kFunctions.end() ? nullptr : found->second;
}

}  // namespace

std::uint64_t bit_operation(const Operation& op, const Words& s) {
  const std::string& name = op.opcode;
  const std::string& type = op.types[0];
  const unsigned width = width_of(type);
  if (const BitFunction function = bit_function(name)) {
    return function(op, s);
  }
  if (name == "and") {
    return s[0] & s[1];
  }
  if (name == "or") {
    return s[0] | s[1];
  }
  if (name == "xor") {
    return s[0] ^ s[1];
  }
  if (name == "not") {
    return low_bits(~s[0], width);
  }
  if (name == "cnot") {
    return s[0] == 0 ? 1 : 0;
  }
  if (name == "popc") {
    return count_ones(s[0], width);
  }
  if (name == "clz") {
    return leading_zeros(s[0], width);
  }
  return name == "bfind" ? find_leading(s[0], type, op.has("shiftamt")) : reversed(s[0], width);
}

}  // namespace reference
