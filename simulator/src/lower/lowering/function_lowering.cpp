// Basic blocks, their order, and the walk over a function's body.
#include "lower/lowering/function_lowering.hpp"

#include "lower/analysis/block_layout.hpp"
#include "lower/isa/forms.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

bool is_opcode(const ptx::Instruction& instruction, const char* opcode) {
  return instruction.opcode == opcode;
}

bool ends_block(const ptx::Instruction& instruction) {
  return is_opcode(instruction, "bra") || is_opcode(instruction, "brx") ||
         is_opcode(instruction, "ret") || is_opcode(instruction, "exit") ||
         is_opcode(instruction, "trap");
}

/// What a division, remainder, root or reciprocal becomes: no GPU has one in hardware but the
/// approximations. Counted in nvcc's machine code, and timed (bench/calibration, "pipe/div_...").
std::uint8_t sequence_slots(const Form& form) {
  if (form.approx || form.full) {
    return 2;
  }
  const bool is_double = form.type == ptx::Type::kF64;
  if (form.opcode == Opcode::kSqrt || form.opcode == Opcode::kRcp) {
    return is_double ? 16 : 9;
  }
  if (ptx::is_float(form.type)) {
    return is_double ? 16 : 10;
  }
  return ptx::bytes_of(form.type) == 8 ? 70 : 12;
}

/// Machine instructions that ptxas makes of this one: 64-bit integer arithmetic takes two.
std::uint8_t issue_slots(const Form& form) {
  const bool is_integer = !ptx::is_float(form.type) && form.type != ptx::Type::kPred;
  switch (form.opcode) {
    case Opcode::kDiv:
    case Opcode::kRem:
    case Opcode::kSqrt:
    case Opcode::kRcp:
      return sequence_slots(form);
    default:
      break;
  }
  switch (info(form.opcode).family) {
    case Family::kArith:
    case Family::kLogic:
      return is_integer && (form.wide || ptx::bytes_of(form.type) == 8) ? 2 : 1;
    default:
      return info(form.opcode).latency == LatencyClass::kFree && form.opcode != Opcode::kBar ? 0
                                                                                             : 1;
  }
}

/// Additions of 32 bits and moves go to the ALU or, as a multiplication by one, to the FMA pipe.
IntegerPipe integer_pipe(const Form& form) {
  switch (form.opcode) {
    case Opcode::kMul:
    case Opcode::kMad:
      return IntegerPipe::kMad;
    case Opcode::kAdd:
    case Opcode::kSub:
      return ptx::bytes_of(form.type) == 8 ? IntegerPipe::kAlu : IntegerPipe::kEither;
    case Opcode::kMov:
    case Opcode::kCvt:
    case Opcode::kDiv:
    case Opcode::kRem:
      return IntegerPipe::kEither;
    default:
      return IntegerPipe::kAlu;
  }
}

/// Headers of ours, or of the distribution: Thrust's and CUB's.
bool comes_from_toolkit(const std::string& file) {
  return file.find("/toolkit/include/") != std::string::npos || file.rfind("/usr/include/", 0) == 0;
}

void count_names(const ptx::Operand& operand, std::unordered_map<std::string, unsigned>& counts) {
  if (!operand.name.empty()) {
    ++counts[operand.name];
  }
  for (const ptx::Operand& element : operand.elements) {
    count_names(element, counts);
  }
}

}  // namespace

FunctionLowering::FunctionLowering(KernelContext& kernel, std::uint32_t index)
    : kernel_(kernel),
      program_(kernel.program),
      function_(*kernel.bodies[index]),
      index_(index),
      registers_(function_, kernel.frame),
      provenance_(kernel.module, function_) {}

void FunctionLowering::complain(const ptx::PtxPosition& position, std::string message) {
  kernel_.diagnostics.push_back({"", static_cast<int>(position.line),
                                 static_cast<int>(position.column), std::move(message),
                                 "in function " + function_.name});
}

void FunctionLowering::run() {
  FunctionInfo& info = program_.functions[index_];
  info.entry = static_cast<std::uint32_t>(program_.code.size());
  info.frame_begin = kernel_.frame.slot_count();
  declare_variables();
  for (const ptx::Instruction& instruction : function_.instructions) {
    for (const ptx::Operand& operand : instruction.operands) {
      count_names(operand, uses_.mentions);
      if (&operand != &instruction.operands.front()) {
        uses_.readers[operand.name].push_back(&instruction);
        for (const ptx::Operand& element : operand.elements) {
          uses_.readers[element.name].push_back(&instruction);
        }
      }
    }
    if (instruction.opcode == "ld" && !instruction.operands.empty()) {
      count_names(instruction.operands.front(), uses_.loads);
    }
    if (instruction.second_destination) {
      count_names(*instruction.second_destination, uses_.mentions);
    }
    if (instruction.guard) {
      ++uses_.mentions[instruction.guard->predicate];
      uses_.readers[instruction.guard->predicate].push_back(&instruction);
    }
  }
  find_blocks();
  emit_blocks();
  patch_branches();
  program_.functions[index_].frame_end = kernel_.frame.slot_count();
}

void FunctionLowering::declare_variables() {
  if (function_.is_entry) {
    const std::vector<std::uint32_t> offsets =
        parameter_offsets(function_.parameters, &program_.parameter_bytes);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      kernel_parameters_.emplace(function_.parameters[i].name, offsets[i]);
    }
  }
  std::uint32_t local = program_.local_bytes;
  const std::uint32_t local_begin = local;
  for (const ptx::Variable& variable : function_.variables) {
    if (variable.space == Space::kLocal) {
      const std::uint32_t alignment = std::max(1u, variable.alignment);
      local = (local + alignment - 1) / alignment * alignment;
      locals_.emplace(variable.name,
                      program_.functions[index_].recursive ? local - local_begin : local);
      local += static_cast<std::uint32_t>(variable.bytes);
    } else if (variable.space == Space::kParam) {
      param_variables_.emplace(variable.name,
                               kernel_.frame.variable(static_cast<std::uint32_t>(variable.bytes)));
    }
  }
  program_.local_bytes = (local + 15) / 16 * 16;
  program_.functions[index_].local_bytes = program_.local_bytes - local_begin;
  if (function_.is_entry) {
    return;
  }
  FunctionInfo& info = program_.functions[index_];
  for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
    param_variables_.emplace(function_.parameters[i].name, info.parameters[i]);
  }
  for (std::size_t i = 0; i < function_.results.size(); ++i) {
    param_variables_.emplace(function_.results[i].name, info.results[i]);
  }
}

void FunctionLowering::find_blocks() {
  const std::size_t count = function_.instructions.size();
  std::vector<bool> leader(count + 1, false);
  leader[0] = true;
  for (const ptx::Label& label : function_.labels) {
    leader[std::min(label.instruction, count)] = true;
    label_instruction_.emplace(label.name,
                               static_cast<std::uint32_t>(std::min(label.instruction, count)));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (ends_block(function_.instructions[i])) {
      leader[i + 1] = true;
    }
  }
  std::vector<std::uint32_t> block_of(count + 1, 0);
  for (std::size_t i = 0; i <= count; ++i) {
    if (leader[i]) {
      blocks_.push_back({});
      blocks_.back().begin = i;
    }
    block_of[i] = static_cast<std::uint32_t>(blocks_.size() - 1);
    blocks_.back().end = std::min(i + 1, count);
  }
  for (const auto& [name, instruction] : label_instruction_) {
    label_block_.emplace(name, block_of[instruction]);
  }
  for (Block& block : blocks_) {
    link_block(block);
  }
}

void FunctionLowering::link_block(Block& block) {
  const auto next = static_cast<std::uint32_t>(&block - blocks_.data() + 1);
  const ptx::Instruction* last =
      block.begin < block.end ? &function_.instructions[block.end - 1] : nullptr;
  block.falls_through = next < blocks_.size();
  if (last != nullptr && ends_block(*last)) {
    for (const ptx::Operand& operand : last->operands) {
      const auto target = label_block_.find(operand.name);
      if (target != label_block_.end()) {
        block.successors.push_back(target->second);
      }
      for (const ptx::BranchTargets& list : function_.branch_targets) {
        for (std::size_t n = 0; list.name == operand.name && n < list.labels.size(); ++n) {
          const auto listed = label_block_.find(list.labels[n]);
          if (listed != label_block_.end()) {
            block.successors.push_back(listed->second);
          }
        }
      }
    }
    block.falls_through &= last->guard.has_value();
  }
  if (block.falls_through) {
    block.successors.push_back(next);
  }
}

void FunctionLowering::emit_blocks() {
  FlowGraph graph;
  for (const Block& block : blocks_) {
    graph.push_back(block.successors);
  }
  const std::vector<std::uint32_t> order = layout_order(graph);
  for (std::size_t i = 0; i < order.size(); ++i) {
    Block& block = blocks_[order[i]];
    block.entry = static_cast<std::uint32_t>(program_.code.size());
    for (std::size_t n = block.begin; n < block.end; ++n) {
      lower(function_.instructions[n]);
    }
    const std::uint32_t next = order[i] + 1;
    const bool is_next = i + 1 < order.size() && order[i + 1] == next;
    if (block.falls_through && !is_next) {
      emit_jump(next);
    } else if (!block.falls_through && next == blocks_.size()) {
      // Control may run off the end of a body only if it has no ret: end the thread there.
    }
  }
  Decoded end;
  end.step = function_.is_entry ? Step::kExit : Step::kReturn;
  InstructionInfo info;
  info.counted = false;
  emit(end, info);
}

void FunctionLowering::emit_jump(std::uint32_t block) {
  Decoded jump;
  jump.step = Step::kJump;
  InstructionInfo info;
  info.counted = false;
  info.issue_slots = 0;
  branches_.emplace_back(program_.code.size(), block);
  emit(jump, info);
}

void FunctionLowering::patch_branches() {
  for (const auto& [index, block] : branches_) {
    program_.code[index].target = blocks_[block].entry;
  }
  for (const auto& [name, block] : label_block_) {
    for (auto& table : kernel_.pending_tables) {
      for (std::size_t i = 0; i < table.labels.size(); ++i) {
        if (table.labels[i] == name) {
          program_.branch_tables[table.index][i] = blocks_[block].entry;
        }
      }
    }
  }
  kernel_.pending_tables.clear();
}

void FunctionLowering::emit(const Decoded& decoded, InstructionInfo info) {
  program_.code.push_back(decoded);
  program_.info.push_back(std::move(info));
}

void FunctionLowering::emit_unsupported(const ptx::Instruction& instruction,
                                        const std::string& why) {
  std::string text = instruction.opcode;
  for (const std::string& modifier : instruction.modifiers) {
    text += "." + modifier;
  }
  Decoded decoded;
  decoded.step = Step::kUnsupported;
  decoded.extra = static_cast<std::uint32_t>(program_.unsupported.size());
  program_.unsupported.push_back(why.empty() ? text : text + " (" + why + ")");
  Form form;
  InstructionInfo info;
  begin(instruction, form, info);
  info.counter = CounterClass::kControl;
  emit(decoded, info);
}

/// Fills in what all instructions share: the guard and the place in the source.
Decoded FunctionLowering::begin(const ptx::Instruction& instruction, const Form& form,
                                InstructionInfo& info) {
  failure_.clear();
  Decoded decoded;
  if (instruction.guard) {
    ptx::Operand guard;
    guard.name = instruction.guard->predicate;
    guard.position = instruction.position;
    decoded.guard = predicate_slot(guard).offset;
    decoded.guard_negated = instruction.guard->negated;
    info.sources.push_back(decoded.guard);
  }
  decoded.space = form.space;
  info.opcode = form.opcode;
  info.type = form.type;
  info.source_type = form.source_type;
  info.compare = form.compare;
  info.wide = form.wide;
  info.high = form.hi;
  info.counter = counter_class(form);
  info.latency =
      is_float_to_integer(form) ? LatencyClass::kSfu : warpschool::sim::info(form.opcode).latency;
  info.issue_slots = issue_slots(form);
  info.integer_pipe = integer_pipe(form);
  info.ptx_line = instruction.position.line;
  // Line 0: the compiler made one instruction of several lines. The line before is the nearest, but
  // for a load that it moved to where there is none: that is needed where its value is.
  if (is_students(instruction)) {
    last_student_ = &instruction;
  }
  const ptx::Instruction* const reader =
      instruction.opcode == "ld" && instruction.loc.line == 0 ? first_reader(instruction) : nullptr;
  if (const ptx::Instruction* const place = reader != nullptr ? reader : last_student_) {
    info.file = place->loc.file;
    info.line = place->loc.line;
    info.column = place->loc.column;
  }
  return decoded;
}

/// Is its line one of the program's own files?
bool FunctionLowering::is_students(const ptx::Instruction& instruction) const {
  const auto& files = kernel_.module.files;
  return instruction.loc.file != 0 && instruction.loc.file < files.size() &&
         instruction.loc.line != 0 && !comes_from_toolkit(files[instruction.loc.file]);
}

const ptx::Instruction* FunctionLowering::first_reader(const ptx::Instruction& load) const {
  const auto readers =
      load.operands.empty() ? uses_.readers.end() : uses_.readers.find(load.operands.front().name);
  return readers != uses_.readers.end() && is_students(*readers->second.front())
             ? readers->second.front()
             : nullptr;
}

namespace {

/// What PTX does not have, and compilers write where a kernel changes a __constant__ variable, as a
/// write to global memory: constant memory lies there as well, and says that it is none to write.
std::optional<ptx::Instruction> write_to_constant_memory(const ptx::Instruction& instruction) {
  const bool writes =
      instruction.opcode == "st" || instruction.opcode == "atom" || instruction.opcode == "red";
  const auto& modifiers = instruction.modifiers;
  const auto space = std::find(modifiers.begin(), modifiers.end(), "const");
  if (!writes || space == modifiers.end()) {
    return std::nullopt;
  }
  ptx::Instruction global = instruction;
  global.modifiers[static_cast<std::size_t>(space - modifiers.begin())] = "global";
  return global;
}

}  // namespace

void FunctionLowering::lower(const ptx::Instruction& instruction) {
  if (const auto write = write_to_constant_memory(instruction)) {
    lower(*write);
    return;
  }
  std::optional<Form> form = parse_form(instruction);
  if (!form) {
    emit_unsupported(instruction, "");
    return;
  }
  InstructionInfo info;
  Decoded decoded = begin(instruction, *form, info);
  bool done = false;
  if (!form->ignored.empty()) {
    failure_ = "the modifier ." + form->ignored;
  } else if (find_form(instruction.opcode, instruction.modifiers).row == nullptr) {
    failure_ = "PTX has no such form of " + instruction.opcode;
  } else {
    done = (this->*lowering_of(form->opcode))(instruction, *form, decoded, info);
  }
  if (done && failure_.empty()) {
    emit(decoded, std::move(info));
  } else {
    emit_unsupported(instruction, failure_);
  }
}

/// The method for the shape of an instruction's operands.
FunctionLowering::Lowering FunctionLowering::lowering_of(Opcode opcode) {
  switch (warpschool::sim::info(opcode).family) {
    case Family::kArith:
    case Family::kLogic:
    case Family::kFloatMath:
      return &FunctionLowering::lower_plain;
    case Family::kCompare:
      return &FunctionLowering::lower_compare;
    case Family::kConvert:
      return &FunctionLowering::lower_move;
    case Family::kMemory:
      return &FunctionLowering::lower_memory;
    case Family::kAtomic:
      return &FunctionLowering::lower_atomic;
    case Family::kControl:
      return &FunctionLowering::lower_control;
    case Family::kWarp:
      return &FunctionLowering::lower_warp;
    case Family::kBarrier:
      return &FunctionLowering::lower_barrier;
    case Family::kMatrix:
      return &FunctionLowering::lower_matrix;
  }
  WARPSCHOOL_UNREACHABLE("an opcode of no family");
}

}  // namespace warpschool::sim
