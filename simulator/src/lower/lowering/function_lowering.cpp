// Walks over a function's body, and lowers one instruction after the other.
#include "lower/lowering/function_lowering.hpp"

#include "lower/isa/forms.hpp"
#include "lower/lowering/issue_cost.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

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
  info.sfu_slots = sfu_slots(form, info.counter);
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
