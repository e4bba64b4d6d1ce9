// Finds variables by their places and writes their values.
#include "debug_info.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace warpschool::profile {
namespace {

std::uint64_t bits_of(const std::vector<std::byte>& bytes, std::size_t begin, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 8); ++i) {
    bits |= std::to_integer<std::uint64_t>(bytes[begin + i]) << (8 * i);
  }
  return bits;
}

std::int64_t sign_extended(std::uint64_t bits, std::uint64_t bytes) {
  const unsigned unused = bytes >= 8 ? 0 : static_cast<unsigned>(64 - 8 * bytes);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// As many digits as tell it from its neighbours.
std::string float_text(std::uint64_t bits, std::uint64_t bytes) {
  const double value =
      bytes == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                 : std::bit_cast<double>(bits);
  const std::string text =
      bytes == 4 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  return std::isfinite(value) && text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string char_text(std::uint64_t bits) {
  const auto letter = static_cast<unsigned char>(bits);
  return letter >= 0x20 && letter < 0x7f ? fmt::format("'{}'", static_cast<char>(letter))
                                         : fmt::format("{}", sign_extended(bits, 1));
}

std::string value_text(const Type& type, std::uint64_t bits) {
  switch (type.kind) {
    case Type::Kind::kFloat:
      return type.bytes == 4 || type.bytes == 8 ? float_text(bits, type.bytes)
                                                : fmt::format("{:#x}", bits);
    case Type::Kind::kSigned:
      return fmt::format("{}", sign_extended(bits, type.bytes));
    case Type::Kind::kChar:
      return char_text(bits);
    case Type::Kind::kBool:
      return (bits & 0xffU) != 0 ? "true" : "false";
    case Type::Kind::kUnsigned:
      return fmt::format("{}", bits);
    default:
      return fmt::format("{:#x}", bits);
  }
}

}  // namespace

std::string number_text(std::string_view type, std::uint64_t bits, std::uint32_t bytes) {
  const std::uint64_t kept = bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
  if (type == "f32" || type == "f64") {
    return float_text(kept, bytes);
  }
  if (!type.empty() && type[0] == 's') {
    return fmt::format("{}", sign_extended(kept, bytes));
  }
  return !type.empty() && type[0] == 'u' ? fmt::format("{}", kept)
         : kept < 1'000'000              ? fmt::format("{}", kept)
                                         : fmt::format("{:#x}", kept);
}

const Variable* DebugInfo::local_at(const std::string& function, std::uint64_t offset) const {
  const auto found = locals_.find(function);
  if (found == locals_.end()) {
    return nullptr;
  }
  for (const Variable& variable : found->second) {
    const std::uint64_t bytes = std::max<std::uint64_t>(1, type(variable.type).bytes);
    if (offset >= variable.offset && offset - variable.offset < bytes) {
      return &variable;
    }
  }
  return nullptr;
}

const Variable* DebugInfo::shared(const std::string& name) const {
  const auto found = shared_.find(name);
  return found == shared_.end() ? nullptr : &found->second;
}

std::uint64_t DebugInfo::pointee_bytes(const Variable& variable) const {
  const Type& pointer = type(variable.type);
  return pointer.kind == Type::Kind::kPointer ? type(pointer.element).bytes : 0;
}

std::vector<NamedValue> DebugInfo::parts(const Variable& variable, std::uint64_t at,
                                         const std::vector<std::byte>& bytes) const {
  std::vector<NamedValue> parts;
  add_parts(variable.name, variable.type, static_cast<std::int64_t>(at), bytes, 0, parts);
  return parts;
}

/// @param at where `bytes` begin, seen from the begin of this part
void DebugInfo::add_parts(const std::string& name, std::size_t index, std::int64_t at,
                          const std::vector<std::byte>& bytes, int depth,
                          std::vector<NamedValue>& parts) const {
  constexpr int kDeepest = 8;
  constexpr std::size_t kMostParts = 64;
  const Type& part = type(index);
  const auto size = static_cast<std::int64_t>(part.bytes),
             end = at + static_cast<std::int64_t>(bytes.size());
  if (depth > kDeepest || parts.size() >= kMostParts || end <= 0 ||
      at >= std::max<std::int64_t>(1, size)) {
    return;
  }
  if (part.kind == Type::Kind::kArray) {
    const auto step = static_cast<std::int64_t>(type(part.element).bytes);
    for (std::int64_t n = step > 0 ? std::max<std::int64_t>(0, at / step) : 0;
         step > 0 && n < static_cast<std::int64_t>(part.count) && n * step < end; ++n) {
      add_parts(fmt::format("{}[{}]", name, n), part.element, at - n * step, bytes, depth + 1,
                parts);
    }
    return;
  }
  if (part.kind == Type::Kind::kStruct) {
    for (const Member& member : part.members) {
      add_parts(name + "." + member.name, member.type,
                at - static_cast<std::int64_t>(member.offset), bytes, depth + 1, parts);
    }
    return;
  }
  if (at <= 0 && end >= size && size > 0 && size <= 8) {
    parts.push_back({name, value_text(part, bits_of(bytes, static_cast<std::size_t>(-at),
                                                    static_cast<std::size_t>(size)))});
  }
}

}  // namespace warpschool::profile
