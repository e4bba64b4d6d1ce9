// wmma, mma and ldmatrix: their registers go into a MatrixSite beside the program.
#include "lower/lowering/function_lowering.hpp"
#include "lower/program/matrix_shapes.hpp"

#include <algorithm>
#include <cstdio>

namespace warpschool::sim {
namespace {

using ptx::Operand;
using ptx::Type;

/// Registers of an operand as PTX has them: A and B of half-precision wmma take eight whatever
/// their shape.
std::size_t registers_of(const Form& form, char operand, const Fragment& fragment) {
  const bool is_factor = operand == 'a' || operand == 'b';
  const bool repeats = form.opcode == Opcode::kWmma && is_factor && fragment.type == Type::kF16;
  return repeats ? 8 : fragment.registers();
}

Type register_type(const Fragment& fragment) {
  return fragment.element_bytes() == 8 ? Type::kF64 : Type::kB32;
}

/// What the instruction names beside its opcode, in the order of the text.
struct Words {
  explicit Words(const ptx::Instruction& instruction) {
    for (const std::string& modifier : instruction.modifiers) {
      if (const auto type = ptx::type_from(modifier)) {
        types.push_back(*type);
      } else if (modifier == "row" || modifier == "col") {
        is_row.push_back(modifier == "row");
      } else if (modifier.size() == 1) {
        operand = modifier.front();
      } else {
        saturates |= modifier == "satfinite";
        count = modifier == "x4" ? 4 : modifier == "x2" ? 2 : count;
      }
    }
  }
  std::vector<Type> types;
  std::vector<bool> is_row;
  char operand = 'd';
  bool saturates = false;
  unsigned count = 1;
};

/// Clocks of a tensor core of the A100: 256 products of halves each (docs/TIME_MODEL.md).
std::uint8_t product_slots(const MatrixSite& site) {
  constexpr unsigned kBytesPerClock = 512;
  const unsigned work = unsigned{site.m} * site.n * site.k * site.a.element_bytes();
  const unsigned slower = site.a.type == Type::kF64 ? 4 : 1;
  return static_cast<std::uint8_t>(std::clamp(slower * work / kBytesPerClock, 1u, 255u));
}

}  // namespace

Fragment fragment_of(char operand, Type type, const MatrixSite& site) {
  Fragment fragment;
  fragment.type = type;
  fragment.lines = operand == 'b' ? site.n : site.m;
  const bool is_factor = operand == 'a' || operand == 'b';
  fragment.length = is_factor ? site.k : site.n;
  const unsigned in_a_word = std::max(1u, 4u / std::max(1u, ptx::bytes_of(type)));
  fragment.side_by_side = static_cast<std::uint8_t>(is_factor ? in_a_word : 2u);
  return fragment;
}

bool read_shape(const std::string& modifier, MatrixSite& site) {
  unsigned m = 0, n = 0, k = 0;
  const int found = std::sscanf(modifier.c_str(), "m%3un%3uk%3u", &m, &n, &k);
  if (found < 2) {
    return false;
  }
  site.m = static_cast<std::uint8_t>(m);
  site.n = static_cast<std::uint8_t>(n);
  site.k = static_cast<std::uint8_t>(k);
  return true;
}

/// The registers of {a, b, ...}, of which there must be `count`.
bool FunctionLowering::matrix_registers(const Operand& operand, std::size_t count, bool is_target,
                                        Fragment& fragment, InstructionInfo& info) {
  const bool is_vector = operand.kind == Operand::Kind::kVector;
  if ((is_vector ? operand.elements.size() : 1) != count) {
    failure_ = "a fragment of other than " + std::to_string(count) + " registers";
    return false;
  }
  const Type type = register_type(fragment);
  for (std::size_t n = 0; n < count; ++n) {
    const Operand& element = is_vector ? operand.elements[n] : operand;
    const Slot found = is_target ? destination(element, type, info) : source(element, type, info);
    fragment.slots.push_back(expect(found, type).offset);
  }
  return true;
}

/// d := a * b + c
bool FunctionLowering::lower_matrix_product(const ptx::Instruction& instruction, const Form& form,
                                            MatrixSite& site, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  const Words words(instruction);
  if (operands.size() != 4) {
    failure_ = "a wrong number of operands";
    return false;
  }
  // wmma of halves names the types of D and C alone.
  const bool is_short = words.types.size() == 2;
  const Type factor = is_short ? Type::kF16 : words.types[1];
  site.a = fragment_of('a', factor, site);
  site.b = fragment_of('b', is_short ? Type::kF16 : words.types[2], site);
  site.c = fragment_of('c', words.types.back(), site);
  site.d = fragment_of('d', words.types.front(), site);
  site.saturates = words.saturates;
  Fragment* const fragments[] = {&site.d, &site.a, &site.b, &site.c};
  for (std::size_t n = 0; n < operands.size(); ++n) {
    const std::size_t count = registers_of(form, "dabc"[n], *fragments[n]);
    if (!matrix_registers(operands[n], count, n == 0, *fragments[n], info)) {
      return false;
    }
  }
  info.issue_slots = product_slots(site);
  return true;
}

/// wmma.load and wmma.store: [address] and the leading dimension.
bool FunctionLowering::lower_matrix_access(const ptx::Instruction& instruction, const Form& form,
                                           MatrixSite& site, Decoded& decoded,
                                           InstructionInfo& info) {
  const auto& operands = instruction.operands;
  const Words words(instruction);
  const bool is_store = form.mode == Mode::kMatrixStore;
  if (operands.size() < 2 || operands.size() > 3) {
    failure_ = "a wrong number of operands";
    return false;
  }
  site.d = fragment_of(words.operand, words.types.front(), site);
  site.along_lines = words.is_row.front() != (words.operand == 'b');
  const std::size_t count = registers_of(form, words.operand, site.d);
  if (!matrix_registers(operands[is_store ? 1 : 0], count, !is_store, site.d, info)) {
    return false;
  }
  const Slot base = address_slot(operands[is_store ? 0 : 1], decoded);
  decoded.a = base.offset;
  info.sources.push_back(base.offset);
  if (operands.size() == 3) {
    site.stride = expect(source(operands[2], Type::kU32, info), Type::kU32).offset;
  }
  site.addresses = kernel_.frame.lanes(8).offset;
  decoded.bytes = static_cast<std::uint8_t>(site.d.lane_bytes());
  info.issue_slots = static_cast<std::uint8_t>(site.d.tiles());
  for (unsigned tile = 0; tile < site.d.tiles(); ++tile) {
    keep_extents(operands[is_store ? 0 : 1], form.space, program_.memory_sites++);
  }
  return true;
}

bool FunctionLowering::lower_ldmatrix(const ptx::Instruction& instruction, MatrixSite& site,
                                      Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  if (operands.size() != 2) {
    failure_ = "a wrong number of operands";
    return false;
  }
  const Words words(instruction);
  if (!matrix_registers(operands[0], words.count, true, site.d, info)) {
    return false;
  }
  const Slot base = address_slot(operands[1], decoded);
  decoded.a = base.offset;
  info.sources.push_back(base.offset);
  decoded.bytes = 16;
  keep_extents(operands[1], Space::kShared, program_.memory_sites++);
  return true;
}

bool FunctionLowering::lower_matrix(const ptx::Instruction& instruction, Form& form,
                                    Decoded& decoded, InstructionInfo& info) {
  MatrixSite site;
  for (const std::string& modifier : instruction.modifiers) {
    read_shape(modifier, site);
  }
  site.memory_site = program_.memory_sites;
  bool done = false;
  if (form.opcode == Opcode::kLdmatrix) {
    done = lower_ldmatrix(instruction, site, decoded, info);
  } else if (form.opcode == Opcode::kMma || form.mode == Mode::kMatrixProduct) {
    done = lower_matrix_product(instruction, form, site, info);
  } else {
    info.counter = CounterClass::kLsu;
    info.latency = LatencyClass::kMemory;
    done = lower_matrix_access(instruction, form, site, decoded, info);
  }
  // All lanes of the warp do it together.
  decoded.e = kernel_.frame.bits(0xffff'ffffu, 4).offset;
  decoded.step = Step::kConverge;
  decoded.extra = static_cast<std::uint32_t>(program_.matrices.size());
  program_.matrices.push_back(std::move(site));
  return done && select(form, decoded);
}

}  // namespace warpschool::sim
