// Operands to slots.
#include "lower/lowering/function_lowering.hpp"
#include "warpschool/sim/memory.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {
namespace {

std::uint64_t float_bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

double as_double(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

float as_float(std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(bits);
  float value = 0;
  std::memcpy(&value, &low, sizeof value);
  return value;
}

// A float literal read as the type that the instruction works on.
std::uint64_t literal_bits(const ptx::Operand& operand, ptx::Type type) {
  if (ptx::bytes_of(type) == 8) {
    if (operand.is_double_literal || !operand.is_float_literal) {
      return operand.bits;
    }
    std::uint64_t bits = 0;
    const double wide = static_cast<double>(as_float(operand.bits));
    std::memcpy(&bits, &wide, sizeof bits);
    return bits;
  }
  return operand.is_double_literal ? float_bits(static_cast<float>(as_double(operand.bits)))
                                   : operand.bits;
}

}  // namespace

Slot FunctionLowering::register_slot(const ptx::Operand& operand, ptx::Type type) {
  const Slot known = registers_.find(operand.name);
  if (known.offset != kNoSlot) {
    return known;
  }
  if (const auto constant = constant_special(operand.name)) {
    return kernel_.frame.bits(*constant, slot_bytes(type) == 8 ? 8 : 4);
  }
  const Special special = find_special(operand.name);
  if (special == Special::kNone) {
    complain(operand.position, "\"" + operand.name + "\" is not declared");
    return kernel_.frame.bits(0, slot_bytes(type));
  }
  return kernel_.frame.special(special, slot_bytes(type) == 8 ? 8 : 4);
}

Slot FunctionLowering::immediate_slot(const ptx::Operand& operand, ptx::Type type) {
  if (type == ptx::Type::kPred) {
    return kernel_.frame.predicate_bits(operand.bits != 0);
  }
  const bool is_literal = operand.is_float_literal || operand.is_double_literal;
  std::uint64_t bits = is_literal ? literal_bits(operand, type) : operand.bits;
  if (ptx::bytes_of(type) == 2) {
    bits &= 0xffffu;  // 16-bit values lie zero-extended in their slots
  }
  return kernel_.frame.bits(bits, slot_bytes(type));
}

std::optional<std::uint64_t> FunctionLowering::symbol_value(const std::string& name) {
  if (const auto shared = kernel_.shared.find(name); shared != kernel_.shared.end()) {
    return kFirstAddress + shared->second;
  }
  if (const auto local = locals_.find(name); local != locals_.end()) {
    return kFirstAddress + local->second;
  }
  if (const auto variable = kernel_.symbols.variables.find(name);
      variable != kernel_.symbols.variables.end()) {
    return variable->second;
  }
  if (const auto function = kernel_.symbols.functions.find(name);
      function != kernel_.symbols.functions.end()) {
    return function_address(function->second);
  }
  if (const auto parameter = kernel_parameters_.find(name); parameter != kernel_parameters_.end()) {
    return parameter->second;
  }
  // Unoptimised code takes the address of a function's parameter and does not use it; lower_memory
  // refuses an access through it.
  if (const auto formal = param_variables_.find(name); formal != param_variables_.end()) {
    return formal->second.offset;
  }
  return std::nullopt;
}

Slot FunctionLowering::symbol_slot(const ptx::Operand& operand) {
  const std::optional<std::uint64_t> value = symbol_value(operand.name);
  if (!value) {
    complain(operand.position, "\"" + operand.name + "\" is not defined in this module");
    return kernel_.frame.bits(0, 8);
  }
  return kernel_.frame.bits(*value + static_cast<std::uint64_t>(operand.offset), 8);
}

Slot FunctionLowering::slot(const ptx::Operand& operand, ptx::Type type) {
  switch (operand.kind) {
    case ptx::Operand::Kind::kRegister:
      return register_slot(operand, type);
    case ptx::Operand::Kind::kImmediate:
      return immediate_slot(operand, type);
    case ptx::Operand::Kind::kSymbol:
      // A parser cannot tell a register without a percent sign from a variable.
      if (registers_.find(operand.name).offset != kNoSlot ||
          find_special(operand.name) != Special::kNone) {
        return register_slot(operand, type);
      }
      return symbol_slot(operand);
    default:
      failure_ = "an operand of this shape";
      return kernel_.frame.bits(0, 8);
  }
}

Slot FunctionLowering::expect(Slot found, ptx::Type type) {
  if (found.bytes != slot_bytes(type) && failure_.empty()) {
    failure_ = "an operand whose register is not as wide as the instruction's type";
  }
  return found;
}

Slot FunctionLowering::source(const ptx::Operand& operand, ptx::Type type, InstructionInfo& info) {
  const Slot found = slot(operand, type);
  if (operand.kind == ptx::Operand::Kind::kRegister ||
      operand.kind == ptx::Operand::Kind::kSymbol) {  // perhaps a register without a percent sign
    info.sources.push_back(found.offset);
  }
  return found;
}

Slot FunctionLowering::destination(const ptx::Operand& operand, ptx::Type type,
                                   InstructionInfo& info) {
  if (operand.kind == ptx::Operand::Kind::kSink) {
    return type == ptx::Type::kPred ? kernel_.frame.predicate()
                                    : kernel_.frame.lanes(slot_bytes(type));
  }
  const Slot found = registers_.find(operand.name);
  if (found.offset == kNoSlot) {
    complain(operand.position, "\"" + operand.name + "\" is not a declared register");
    return kernel_.frame.lanes(8);
  }
  info.destinations.push_back(found.offset);
  return found;
}

Slot FunctionLowering::predicate_slot(const ptx::Operand& operand) {
  return expect(slot(operand, ptx::Type::kPred), ptx::Type::kPred);
}

/// A recursive function's variables lie where its activation begins: only the run knows where.
Slot FunctionLowering::materialise_local(const std::string& name) {
  Form form;
  form.opcode = Opcode::kMov;
  form.mode = Mode::kLocalAddress;
  Decoded decoded;
  const Slot target = kernel_.frame.lanes(8);
  decoded.d = target.offset;
  decoded.displacement = locals_.at(name);
  InstructionInfo info;
  info.counted = false;
  info.issue_slots = 0;
  if (select(form, decoded)) {
    emit(decoded, info);
  }
  return target;
}

/// Inline PTX may address shared memory by 32-bit registers.
Slot FunctionLowering::widen_address(Slot narrow) {
  Form form;
  form.opcode = Opcode::kCvt;
  form.type = ptx::Type::kU64;
  form.source_type = ptx::Type::kU32;
  form.destination_bytes = 8;
  form.source_bytes = 4;
  Decoded decoded;
  const Slot wide = kernel_.frame.lanes(8);
  decoded.d = wide.offset;
  decoded.a = expect(narrow, ptx::Type::kU32).offset;
  InstructionInfo info;
  info.counted = false;
  info.issue_slots = 0;
  if (select(form, decoded)) {
    emit(decoded, info);
  }
  return wide;
}

/// The slot an address operand starts from; its displacement goes into `decoded`.
Slot FunctionLowering::address_slot(const ptx::Operand& operand, Decoded& decoded) {
  decoded.displacement = operand.offset;
  if (operand.name.empty()) {
    return kernel_.frame.bits(0, 8);
  }
  const Slot known = registers_.find(operand.name);
  if (known.offset != kNoSlot) {
    return known.bytes == 8 ? known : widen_address(known);
  }
  if (is_local(operand.name) && program_.functions[index_].recursive) {
    return materialise_local(operand.name);
  }
  const std::optional<std::uint64_t> value = symbol_value(operand.name);
  if (!value) {
    complain(operand.position, "\"" + operand.name + "\" is not defined in this module");
    return kernel_.frame.bits(0, 8);
  }
  return kernel_.frame.bits(*value, 8);
}

/// Where a variable lies. Those of recursive functions lie where each activation begins.
std::optional<Extents> FunctionLowering::extents_of(const Origin& origin) const {
  const bool is_shared = origin.space == Space::kShared;
  const bool is_fixed = is_shared || !program_.functions[index_].recursive;
  if (!is_fixed ||
      (is_shared ? kernel_.shared.count(origin.symbol) : locals_.count(origin.symbol)) == 0) {
    return std::nullopt;
  }
  const auto begin = static_cast<std::int64_t>(is_shared ? kernel_.shared.at(origin.symbol)
                                                         : locals_.at(origin.symbol));
  Extents extents;
  extents.begin = static_cast<std::uint32_t>(begin + origin.begin);
  if (origin.end != 0) {  // 0: dynamic shared memory, to the end of all
    extents.end = static_cast<std::uint32_t>(begin + origin.end);
  }
  return extents;
}

/// Of the variable that an access in `space` is made to.
void FunctionLowering::keep_extents(const ptx::Operand& address, Space space, std::uint32_t site) {
  const Origin* const origin = provenance_.origin_of(address);
  const bool fits = origin != nullptr && (space == Space::kGeneric || space == origin->space);
  if (const auto extents = fits ? extents_of(*origin) : std::nullopt) {
    program_.extents.resize(std::max<std::size_t>(program_.extents.size(), site + std::size_t{1}));
    program_.extents[site] = *extents;
  }
}

}  // namespace warpschool::sim
