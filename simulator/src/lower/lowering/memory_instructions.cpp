// Operands of loads, stores, parameters, atomics and asynchronous copies.
#include "lower/analysis/instruction_words.hpp"
#include "lower/lowering/function_lowering.hpp"

namespace warpschool::sim {

using ptx::Operand;
using ptx::Type;

bool FunctionLowering::lower_memory(const ptx::Instruction& instruction, Form& form,
                                    Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  if (form.opcode == Opcode::kPrefetch || form.opcode == Opcode::kPrefetchu) {
    return select(form, decoded);
  }
  if (form.opcode == Opcode::kCp) {
    return lower_copy(instruction, form, decoded, info);
  }
  if (operands.size() != 2) {
    return false;
  }
  if (form.space == Space::kParam && lower_parameter(instruction, form, decoded, info)) {
    return true;
  }
  if (form.space == Space::kParam && !function_.is_entry) {
    failure_ = "an access to a function's parameter by its address";
    return false;
  }
  // Those that pass by L1 meet in L2. CUB's blocks tell each other so how far they are, as with
  // acquire and release, and look at records that nobody has set yet, too: what they find there
  // they drop.
  const bool passes_l1 = has(instruction, "cg");
  form.is_volatile = form.is_volatile || passes_l1;
  form.has_order = form.has_order || passes_l1;
  const bool is_store = form.opcode == Opcode::kSt;
  lower_place(instruction, operands[is_store ? 0 : 1], form, decoded, info);
  const Operand& data = operands[is_store ? 1 : 0];
  if (!elements(data, form, !is_store, decoded, info)) {
    return false;
  }
  if (!is_store) {
    note_loaded(instruction, form, decoded, info);
  }
  const Operand& first = data.kind == Operand::Kind::kVector ? data.elements.front() : data;
  const Slot slot_of_first = is_store ? slot(first, form.type) : registers_.find(first.name);
  form.destination_bytes =
      slot_of_first.offset == kNoSlot ? slot_bytes(form.type) : slot_of_first.bytes;
  info.register_bytes = form.destination_bytes;
  return select(form, decoded);
}

/// Where a load or store goes, and what is known of it by its form alone.
void FunctionLowering::lower_place(const ptx::Instruction& instruction, const Operand& address,
                                   const Form& form, Decoded& decoded, InstructionInfo& info) {
  const Slot base = address_slot(address, decoded);
  decoded.a = base.offset;
  info.sources.push_back(base.offset);
  decoded.bytes = static_cast<std::uint8_t>(ptx::bytes_of(form.type) * form.vector);
  decoded.extra = program_.memory_sites++;
  keep_extents(address, form.space, decoded.extra);
  info.is_strong = form.is_volatile;
  info.is_volatile = has(instruction, "volatile");
  note_scope(form, info);
  info.has_order = form.has_order;
  info.is_read_only = form.non_coherent;
  // A fixed place of the stack frame, where unoptimised code keeps a scalar.
  decoded.target = address.name == "%SP" || address.name == "%SPL" ? 1 : 0;
  info.element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(form.type));
}

/// What becomes of the values of a load.
void FunctionLowering::note_loaded(const ptx::Instruction& instruction, const Form& form,
                                   Decoded& decoded, InstructionInfo& info) {
  const Operand& data = instruction.operands[0];
  const bool is_vector = data.kind == Operand::Kind::kVector;
  const std::string& first = is_vector ? data.elements.front().name : data.name;
  if (!is_vector) {
    note_moves(first, info);
  }
  info.is_one_number = form.vector == 1 && is_one_number(first, form.type);
  info.updates_bits = has(instruction, "cg") || updates_bits(instruction);
  info.must_be_set = decoded.target != 0 && must_be_set(instruction);
  if (data.kind == Operand::Kind::kRegister && !form.is_volatile) {
    if (const auto choice = find_hoisted_load({function_, blocks_, uses_}, instruction)) {
      decoded.p = registers_.find(choice->predicate).offset;
      info.chosen_if = choice->value;
    }
  }
}

/// Kernel parameters are constants of the launch; parameters of calls are variables of the frame.
bool FunctionLowering::lower_parameter(const ptx::Instruction& instruction, Form& form,
                                       Decoded& decoded, InstructionInfo& info) {
  const bool is_store = form.opcode == Opcode::kSt;
  const Operand& address = instruction.operands[is_store ? 0 : 1];
  const Operand& data = instruction.operands[is_store ? 1 : 0];
  const auto variable = param_variables_.find(address.name);
  info.issue_slots = 0;
  info.latency = LatencyClass::kFree;
  info.counter = CounterClass::kInt32;
  const unsigned element_bytes = ptx::bytes_of(form.type);
  if (variable != param_variables_.end()) {
    const std::int64_t end = address.offset + std::int64_t{element_bytes} * form.vector;
    if (address.offset < 0 || end > static_cast<std::int64_t>(variable->second.stride)) {
      failure_ = "an access outside its parameter";
      return true;
    }
    decoded.a = kernel_.frame.bits(variable->second.offset, 8).offset;
    decoded.displacement = address.offset;
    decoded.target = variable->second.stride;
    decoded.bytes = static_cast<std::uint8_t>(element_bytes * form.vector);
    decoded.extra = program_.memory_sites++;
    const Operand& first = data.kind == Operand::Kind::kVector ? data.elements.front() : data;
    if (elements(data, form, !is_store, decoded, info)) {
      const Slot found = is_store ? slot(first, form.type) : registers_.find(first.name);
      form.destination_bytes = found.offset == kNoSlot ? slot_bytes(form.type) : found.bytes;
      if (!select(form, decoded)) {
        failure_ = "its type";
      }
    }
    return true;
  }
  const auto parameter = kernel_parameters_.find(address.name);
  if (parameter == kernel_parameters_.end() || is_store ||
      !elements(data, form, true, decoded, info)) {
    return false;
  }
  const std::int64_t begin = std::int64_t{parameter->second} + address.offset;
  if (begin < 0 ||
      begin + std::int64_t{element_bytes} * form.vector > std::int64_t{program_.parameter_bytes}) {
    failure_ = "an access outside the parameters";
    return true;
  }
  return read_kernel_parameter(data, static_cast<std::uint32_t>(begin), form, decoded, info);
}

/// A move from the constants of the launch for each element; the last becomes the instruction.
bool FunctionLowering::read_kernel_parameter(const ptx::Operand& data, std::uint32_t begin,
                                             const Form& form, Decoded& decoded,
                                             const InstructionInfo& info) {
  const unsigned element_bytes = ptx::bytes_of(form.type);
  std::uint32_t* const places[] = {&decoded.d, &decoded.b, &decoded.c, &decoded.e};
  const std::uint32_t targets[] = {*places[0], *places[1], *places[2], *places[3]};
  for (unsigned i = 0; i < form.vector; ++i) {
    const Operand& element = data.kind == Operand::Kind::kVector ? data.elements[i] : data;
    const Slot target = registers_.find(element.name);
    const std::uint8_t width = target.offset == kNoSlot ? slot_bytes(form.type) : target.bytes;
    Form move;
    move.type = width == 8 ? Type::kB64 : Type::kB32;
    Decoded copy = decoded;
    copy.b = copy.c = copy.e = kNoSlot;
    copy.space = Space::kReg;
    copy.d = targets[i];
    const std::uint32_t offset = begin + i * element_bytes;
    copy.a = kernel_.frame
                 .parameter(offset, static_cast<std::uint8_t>(element_bytes),
                            ptx::is_signed(form.type), width)
                 .offset;
    if (!select(move, copy)) {
      return false;
    }
    if (i + 1 == form.vector) {
      decoded = copy;
    } else {
      InstructionInfo extra = info;
      extra.counted = false;
      emit(copy, extra);
    }
  }
  return true;
}

/// Between blocks that share memory it matters for which threads an access is one step.
void FunctionLowering::note_scope(const Form& form, InstructionInfo& info) {
  info.is_of_block = form.of_block;
  program_.has_block_scope |=
      form.of_block && (form.space == Space::kGlobal || form.space == Space::kGeneric);
}

bool FunctionLowering::lower_atomic(const ptx::Instruction& instruction, Form& form,
                                    Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  const bool returns = form.opcode == Opcode::kAtom;
  const std::size_t first = returns ? 1 : 0;
  const std::size_t sources = form.mode == Mode::kCas ? 2 : 1;
  if (operands.size() != first + 1 + sources) {
    return false;
  }
  if (returns) {
    decoded.d = expect(destination(operands[0], form.type, info), form.type).offset;
    info.result_unused =
        operands[0].kind == Operand::Kind::kSink || uses_.mentions[operands[0].name] == 1;
  }
  info.result_unused |= !returns;
  constexpr unsigned kMostSteps = 4;
  info.result_compared = !info.result_unused && is_compared(operands[0].name, kMostSteps);
  info.counts_blocks = info.result_compared && ptx::bytes_of(form.type) == 4 &&
                       (form.mode == Mode::kAdd || form.mode == Mode::kInc) &&
                       is_compared_with_blocks(operands[0].name, kMostSteps);
  info.is_float = ptx::is_float(form.type);
  info.adds = form.mode == Mode::kAdd;
  const bool keeps_one = form.mode == Mode::kMin || form.mode == Mode::kMax;
  info.is_extreme = keeps_one || form.mode == Mode::kAnd || form.mode == Mode::kOr;
  info.has_order = form.has_order;
  note_scope(form, info);
  info.overwrites = form.mode == Mode::kExch;
  info.is_one_number =
      keeps_one || form.mode == Mode::kAdd || form.mode == Mode::kInc || form.mode == Mode::kDec;
  const Slot base = address_slot(operands[first], decoded);
  decoded.a = base.offset;
  info.sources.push_back(base.offset);
  decoded.b = expect(source(operands[first + 1], form.type, info), form.type).offset;
  if (sources == 2) {
    decoded.c = expect(source(operands[first + 2], form.type, info), form.type).offset;
  }
  decoded.bytes = static_cast<std::uint8_t>(ptx::bytes_of(form.type));
  decoded.extra = program_.memory_sites++;
  keep_extents(operands[first], form.space, decoded.extra);
  return select(form, decoded);
}

/// cp.async, and what its thread says of groups of copies. `extra` of a wait: how many groups may
/// still be under way, kNoIndex for wait_all.
bool FunctionLowering::lower_copy(const ptx::Instruction& instruction, Form& form, Decoded& decoded,
                                  InstructionInfo& info) {
  const auto& operands = instruction.operands;
  if (form.second_mode != Mode::kNone) {
    const bool is_counted = form.second_mode == Mode::kWaitGroup;
    if (is_counted && (operands.size() != 1 || operands[0].kind != Operand::Kind::kImmediate)) {
      return false;
    }
    decoded.extra = is_counted ? static_cast<std::uint32_t>(operands[0].bits) : kNoIndex;
    info.counter = CounterClass::kControl;
    return select(form, decoded);
  }
  if (operands.size() < 3 || operands[2].kind != Operand::Kind::kImmediate) {
    return false;
  }
  Decoded unused;
  const Slot target = address_slot(operands[0], decoded);
  const Slot origin = address_slot(operands[1], unused);
  decoded.a = target.offset;
  decoded.b = origin.offset;
  decoded.target = static_cast<std::uint32_t>(unused.displacement);
  decoded.bytes = static_cast<std::uint8_t>(operands[2].bits);
  if (operands[2].bits != 4 && operands[2].bits != 8 && operands[2].bits != 16) {
    failure_ = "a copy of other than 4, 8 or 16 bytes";
    return false;
  }
  if (operands.size() > 3) {
    decoded.c = expect(source(operands[3], Type::kU32, info), Type::kU32).offset;
  }
  decoded.extra = program_.memory_sites;
  program_.memory_sites += 2;
  keep_extents(operands[0], Space::kShared, decoded.extra + 1);
  info.sources.insert(info.sources.end(), {target.offset, origin.offset});
  return select(form, decoded);
}

}  // namespace warpschool::sim
