// One instruction's operands, by the shape of its family. False or a reason in failure_: not
// supported.
#include "lower/lowering/function_lowering.hpp"

#include <algorithm>
#include <iterator>

namespace warpschool::sim {
namespace {

using ptx::Operand;
using ptx::Type;

Type twice_as_wide(Type type) {
  switch (type) {
    case Type::kU16:
      return Type::kU32;
    case Type::kS16:
      return Type::kS32;
    case Type::kU32:
      return Type::kU64;
    default:
      return Type::kS64;
  }
}

bool counts_bits(Opcode opcode) {
  return opcode == Opcode::kPopc || opcode == Opcode::kClz || opcode == Opcode::kBfind;
}

/// The type of operand `index` (0: the destination) of an instruction whose operands are all
/// values.
Type operand_type(const Form& form, std::size_t index) {
  const bool is_sum_of_products = form.opcode == Opcode::kMul || form.opcode == Opcode::kMad;
  if (form.wide && is_sum_of_products && (index == 0 || index == 3)) {
    return twice_as_wide(form.type);
  }
  switch (form.opcode) {
    case Opcode::kShl:
    case Opcode::kShr:
      return index == 2 ? Type::kU32 : form.type;
    case Opcode::kBfe:
      return index >= 2 ? Type::kU32 : form.type;
    case Opcode::kBfi:
      return index >= 3 ? Type::kU32 : form.type;
    case Opcode::kDp4a:
    case Opcode::kDp2a:
    case Opcode::kSzext:
    case Opcode::kBmsk:
    case Opcode::kPrmt:
      return Type::kU32;
    case Opcode::kTestp:
      return index == 0 ? Type::kPred : form.type;
    default:
      return counts_bits(form.opcode) && index == 0 ? Type::kU32 : form.type;
  }
}

/// How many operands an instruction on registers has, with its destination.
std::size_t operand_count(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAbs:
    case Opcode::kNeg:
    case Opcode::kNot:
    case Opcode::kCnot:
    case Opcode::kPopc:
    case Opcode::kClz:
    case Opcode::kBfind:
    case Opcode::kBrev:
    case Opcode::kRcp:
    case Opcode::kSqrt:
    case Opcode::kRsqrt:
    case Opcode::kSin:
    case Opcode::kCos:
    case Opcode::kLg2:
    case Opcode::kEx2:
    case Opcode::kTanh:
    case Opcode::kTestp:
      return 2;
    case Opcode::kMad:
    case Opcode::kMad24:
    case Opcode::kMadc:
    case Opcode::kFma:
    case Opcode::kSad:
    case Opcode::kDp4a:
    case Opcode::kDp2a:
    case Opcode::kShf:
    case Opcode::kVshr:
    case Opcode::kVadd2:
    case Opcode::kVsub2:
    case Opcode::kVavrg2:
    case Opcode::kVabsdiff2:
    case Opcode::kVmin2:
    case Opcode::kVmax2:
    case Opcode::kVset2:
    case Opcode::kVadd4:
    case Opcode::kVsub4:
    case Opcode::kVavrg4:
    case Opcode::kVabsdiff4:
    case Opcode::kVmin4:
    case Opcode::kVmax4:
    case Opcode::kVset4:
    case Opcode::kPrmt:
    case Opcode::kFns:
    case Opcode::kBfe:
    case Opcode::kSelp:
    case Opcode::kSlct:
      return 4;
    case Opcode::kBfi:
    case Opcode::kLop3:
      return 5;
    default:
      return 3;
  }
}

}  // namespace

bool FunctionLowering::select(const Form& form, Decoded& decoded) {
  decoded.execute = kernel_.tools.select(form);
  return decoded.execute != nullptr;
}

bool FunctionLowering::lower_plain(const ptx::Instruction& instruction, Form& form,
                                   Decoded& decoded, InstructionInfo& info) {
  const std::size_t count = instruction.operands.size();
  if (count != operand_count(form.opcode)) {
    failure_ = "a wrong number of operands";
    return false;
  }
  const Type result = operand_type(form, 0);
  decoded.d = expect(destination(instruction.operands[0], result, info), result).offset;
  std::uint32_t* const places[] = {&decoded.a, &decoded.b, &decoded.c, &decoded.e};
  for (std::size_t i = 1; i < count; ++i) {
    const Type type = operand_type(form, i);
    *places[i - 1] = expect(source(instruction.operands[i], type, info), type).offset;
  }
  decoded.extra = arithmetic_flags(form);
  // mul.wide and the add.s64 of its result are one machine instruction (IMAD.WIDE).
  if (form.wide && form.opcode == Opcode::kMul) {
    wide_products_.insert(decoded.d);
  } else if (form.opcode == Opcode::kAdd && slot_bytes(form.type) == 8 &&
             (wide_products_.count(decoded.a) != 0 || wide_products_.count(decoded.b) != 0)) {
    info.issue_slots = 0;
  }
  return select(form, decoded);
}

bool FunctionLowering::lower_compare(const ptx::Instruction& instruction, Form& form,
                                     Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  if (form.opcode == Opcode::kTestp) {
    return lower_plain(instruction, form, decoded, info);
  }
  if (operands.size() < 3 || operands.size() > 4) {
    return false;
  }
  const bool is_setp = form.opcode == Opcode::kSetp;
  const bool compares = is_setp || form.opcode == Opcode::kSet;
  if (!compares && operands.size() != operand_count(form.opcode)) {
    failure_ = "a wrong number of operands";
    return false;
  }
  const Type result = is_setp ? Type::kPred : form.type;
  const Type input = compares ? form.source_type : form.type;
  decoded.d = expect(destination(operands[0], result, info), result).offset;
  decoded.a = expect(source(operands[1], input, info), input).offset;
  decoded.b = expect(source(operands[2], input, info), input).offset;
  if (instruction.second_destination) {
    decoded.p =
        expect(destination(*instruction.second_destination, Type::kPred, info), Type::kPred).offset;
  }
  decoded.extra = CompareFlags::pack(form, operands.size() == 4 && operands[3].negated_predicate);
  const bool combines = compares && form.mode != Mode::kNone;
  if (combines != (compares && operands.size() == 4)) {
    return false;
  }
  if (operands.size() == 4) {
    const Type last = form.opcode == Opcode::kSlct ? form.source_type : Type::kPred;
    decoded.c = expect(source(operands[3], last, info), last).offset;
  }
  return select(form, decoded);
}

/// Vector elements go to d, b, c, e in this order.
bool FunctionLowering::elements(const Operand& operand, const Form& form, bool is_destination,
                                Decoded& decoded, InstructionInfo& info) {
  std::uint32_t* const places[] = {&decoded.d, &decoded.b, &decoded.c, &decoded.e};
  const bool is_vector = operand.kind == Operand::Kind::kVector;
  const std::size_t count = is_vector ? operand.elements.size() : 1;
  if (count != form.vector || count > std::size(places)) {
    failure_ = "a vector of " + std::to_string(count) + " elements";
    return false;
  }
  std::uint8_t width = slot_bytes(form.type);
  for (std::size_t i = 0; i < count; ++i) {
    const Operand& element = is_vector ? operand.elements[i] : operand;
    const Slot found =
        is_destination ? destination(element, form.type, info) : source(element, form.type, info);
    if (found.bytes == 0 ||
        (i > 0 && found.bytes != width && element.kind != Operand::Kind::kSink)) {
      failure_ = "registers of different widths";
      return false;
    }
    width = i == 0 ? found.bytes : width;
    *places[i] = found.offset;
  }
  return width >= slot_bytes(form.type);
}

/// cvt.f16x2.f32 d, a, b: two numbers into the halves of one register.
bool FunctionLowering::lower_packed_conversion(const ptx::Instruction& instruction, Form& form,
                                               Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  decoded.d = expect(destination(operands[0], form.type, info), form.type).offset;
  decoded.a = expect(source(operands[1], form.source_type, info), form.source_type).offset;
  decoded.b = expect(source(operands[2], form.source_type, info), form.source_type).offset;
  decoded.extra = arithmetic_flags(form);
  form.mode = Mode::kPack;
  return select(form, decoded);
}

/// A register's parts, put together or taken apart.
bool FunctionLowering::lower_vector_move(const ptx::Instruction& instruction, const Form& form,
                                         Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  const bool packs = operands[1].kind == Operand::Kind::kVector;
  const Operand& vector = packs ? operands[1] : operands[0];
  Form element = form;
  element.vector = static_cast<std::uint8_t>(vector.elements.size());
  const unsigned bytes = ptx::bytes_of(form.type) / std::max<unsigned>(1, element.vector);
  element.type = bytes == 4   ? Type::kB32
                 : bytes == 2 ? Type::kB16
                 : bytes == 1 ? Type::kB8
                              : Type::kNone;
  if (element.type == Type::kNone || !elements(vector, element, !packs, decoded, info)) {
    return false;
  }
  const Slot whole =
      packs ? destination(operands[0], form.type, info) : source(operands[1], form.type, info);
  decoded.a = expect(whole, form.type).offset;
  element.source_type = form.type;
  element.mode = packs ? Mode::kPack : Mode::kUnpack;
  return select(element, decoded);
}

/// From register to register. @param is_free the instruction is none of the machine's
bool FunctionLowering::lower_plain_move(const ptx::Instruction& instruction, const Slot& target,
                                        bool is_free, Form& form, Decoded& decoded,
                                        InstructionInfo& info) {
  info.issue_slots = is_free ? 0 : 1;
  const Slot origin = source(instruction.operands[1], form.source_type, info);
  decoded.a = origin.offset;
  form.destination_bytes = target.bytes;
  form.source_bytes = origin.bytes;
  decoded.extra = arithmetic_flags(form);
  if (form.opcode == Opcode::kIsspacep) {
    expect(target, Type::kPred);
    expect(origin, Type::kU64);
  } else if (form.opcode != Opcode::kCvt) {
    expect(target, form.type);
    expect(origin, form.type);
  }
  return select(form, decoded);
}

bool FunctionLowering::lower_move(const ptx::Instruction& instruction, Form& form, Decoded& decoded,
                                  InstructionInfo& info) {
  const auto& operands = instruction.operands;
  if (operands.size() == 3 && form.opcode == Opcode::kCvt) {
    return lower_packed_conversion(instruction, form, decoded, info);
  }
  if (operands.size() != 2) {
    return false;
  }
  if (operands[0].kind == Operand::Kind::kVector || operands[1].kind == Operand::Kind::kVector) {
    return lower_vector_move(instruction, form, decoded, info);
  }
  const Special special = find_special(operands[1].name);
  const Slot target = destination(operands[0], form.type, info);
  decoded.d = target.offset;
  if (form.opcode == Opcode::kMov && special >= Special::kClock) {
    form.mode = Mode::kClock;
    form.destination_bytes = target.bytes;
    decoded.extra = special == Special::kGlobalTimer ? 1 : 0;
    program_.reads_clocks = true;
    return select(form, decoded);
  }
  if (form.opcode == Opcode::kMov && operands[1].kind == Operand::Kind::kSymbol &&
      is_local(operands[1].name) && program_.functions[index_].recursive) {
    form.mode = Mode::kLocalAddress;
    decoded.displacement = locals_.at(operands[1].name) + operands[1].offset;
    return select(form, decoded);
  }
  const bool is_free = form.opcode == Opcode::kCvta || special != Special::kNone;
  return lower_plain_move(instruction, target, is_free, form, decoded, info);
}

bool FunctionLowering::lower_warp(const ptx::Instruction& instruction, Form& form, Decoded& decoded,
                                  InstructionInfo& info) {
  const auto& operands = instruction.operands;
  const bool has_mask = form.sync;
  const bool is_shuffle = form.opcode == Opcode::kShfl;
  const bool to_predicate = form.type == Type::kPred;
  const bool has_value = form.opcode != Opcode::kElect && form.opcode != Opcode::kActivemask;
  decoded.extra = is_shuffle ? static_cast<std::uint32_t>(form.mode) : 0;
  const std::size_t wanted =
      1u + (has_value ? 1u : 0u) + (is_shuffle ? 2u : 0u) + (has_mask ? 1u : 0u);
  if (operands.size() != wanted) {
    return false;
  }
  const Type result =
      form.opcode == Opcode::kMatch || form.opcode == Opcode::kElect ? Type::kB32 : form.type;
  decoded.d = expect(destination(operands[0], result, info), result).offset;
  if (instruction.second_destination) {
    decoded.p =
        expect(destination(*instruction.second_destination, Type::kPred, info), Type::kPred).offset;
  }
  if (form.opcode == Opcode::kVote) {
    decoded.a = predicate_slot(operands[1]).offset;
    decoded.displacement = operands[1].negated_predicate ? 1 : 0;
  } else if (has_value) {
    decoded.a = expect(source(operands[1], form.type, info), form.type).offset;
  }
  if (is_shuffle) {
    decoded.b = expect(source(operands[2], Type::kU32, info), Type::kU32).offset;
    decoded.c = expect(source(operands[3], Type::kU32, info), Type::kU32).offset;
  }
  if (has_mask) {
    decoded.e = expect(source(operands.back(), Type::kU32, info), Type::kU32).offset;
    decoded.step = Step::kConverge;
  }
  return (!is_shuffle || !to_predicate) && select(form, decoded);
}

}  // namespace warpschool::sim
