// Fundamental types of PTX (PTX ISA, section 5.2.1): names, sizes, kinds.
#include "ptx/ast.hpp"

#include <array>

namespace warpschool::sim::ptx {
namespace {

struct TypeRow {
  Type type;
  const char* name;
  unsigned bytes;
  bool floating;
  bool signed_integer;
};

constexpr std::array kTypes = {
    TypeRow{Type::kNone, "", 0, false, false},
    TypeRow{Type::kPred, "pred", 0, false, false},
    TypeRow{Type::kB8, "b8", 1, false, false},
    TypeRow{Type::kB16, "b16", 2, false, false},
    TypeRow{Type::kB32, "b32", 4, false, false},
    TypeRow{Type::kB64, "b64", 8, false, false},
    TypeRow{Type::kB128, "b128", 16, false, false},
    TypeRow{Type::kU8, "u8", 1, false, false},
    TypeRow{Type::kU16, "u16", 2, false, false},
    TypeRow{Type::kU32, "u32", 4, false, false},
    TypeRow{Type::kU64, "u64", 8, false, false},
    TypeRow{Type::kS8, "s8", 1, false, true},
    TypeRow{Type::kS16, "s16", 2, false, true},
    TypeRow{Type::kS32, "s32", 4, false, true},
    TypeRow{Type::kS64, "s64", 8, false, true},
    TypeRow{Type::kF16, "f16", 2, true, false},
    TypeRow{Type::kF16x2, "f16x2", 4, true, false},
    TypeRow{Type::kBf16, "bf16", 2, true, false},
    TypeRow{Type::kF32, "f32", 4, true, false},
    TypeRow{Type::kF64, "f64", 8, true, false},
    TypeRow{Type::kBf16x2, "bf16x2", 4, true, false},
    TypeRow{Type::kU16x2, "u16x2", 4, false, false},
    TypeRow{Type::kS16x2, "s16x2", 4, false, true},
    TypeRow{Type::kTf32, "tf32", 4, true, false},
};

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (static_cast<std::size_t>(kTypes[i].type) != i) {
      return false;
    }
  }
  return true;
}
static_assert(rows_are_in_order(), "kTypes is indexed by Type");

const TypeRow& row(Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

}  // namespace

unsigned bytes_of(Type type) {
  return row(type).bytes;
}
bool is_float(Type type) {
  return row(type).floating;
}
bool is_signed(Type type) {
  return row(type).signed_integer;
}
const char* to_string(Type type) {
  return row(type).name;
}

std::optional<Type> type_from(std::string_view modifier) {
  for (const TypeRow& candidate : kTypes) {
    if (candidate.type != Type::kNone && modifier == candidate.name) {
      return candidate.type;
    }
  }
  return std::nullopt;
}

}  // namespace warpschool::sim::ptx
