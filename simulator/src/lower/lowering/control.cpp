// Branches, calls, barriers: what the run loop does itself.
#include "lower/lowering/function_lowering.hpp"
#include "lower/lowering/function_slots.hpp"

#include <algorithm>

namespace warpschool::sim {

using ptx::Operand;
using ptx::Type;

bool FunctionLowering::lower_branch(const ptx::Instruction& instruction, Decoded& decoded) {
  const auto& operands = instruction.operands;
  const auto target = operands.empty() ? label_block_.end() : label_block_.find(operands[0].name);
  if (target == label_block_.end()) {
    complain(instruction.position,
             "there is no label \"" + (operands.empty() ? "" : operands[0].name) + "\"");
    return false;
  }
  decoded.step = Step::kBranch;
  branches_.emplace_back(program_.code.size(), target->second);
  return true;
}

/// brx.idx: to the label of a list that a register says.
bool FunctionLowering::lower_indexed_branch(const ptx::Instruction& instruction, Decoded& decoded,
                                            InstructionInfo& info) {
  const auto& operands = instruction.operands;
  const auto& lists = function_.branch_targets;
  const auto list =
      std::find_if(lists.begin(), lists.end(), [&](const ptx::BranchTargets& targets) {
        return operands.size() == 2 && targets.name == operands[1].name;
      });
  if (list == lists.end()) {
    return false;
  }
  for (const std::string& label : list->labels) {
    if (label_block_.count(label) == 0) {
      complain(instruction.position, "there is no label \"" + label + "\"");
      return false;
    }
  }
  decoded.step = Step::kIndexedBranch;
  decoded.a = expect(source(operands[0], Type::kU32, info), Type::kU32).offset;
  decoded.extra = static_cast<std::uint32_t>(program_.branch_tables.size());
  KernelContext::PendingTable table{decoded.extra, {}};
  table.labels = list->labels;
  program_.branch_tables.emplace_back(table.labels.size(), 0);
  kernel_.pending_tables.push_back(std::move(table));
  return true;
}

bool FunctionLowering::lower_control(const ptx::Instruction& instruction, Form& form,
                                     Decoded& decoded, InstructionInfo& info) {
  switch (form.opcode) {
    case Opcode::kBra:
      return lower_branch(instruction, decoded);
    case Opcode::kBrx:
      return lower_indexed_branch(instruction, decoded, info);
    case Opcode::kCall:
      return lower_call(instruction, decoded, info);
    case Opcode::kRet:
      decoded.step = function_.is_entry ? Step::kExit : Step::kReturn;
      return true;
    case Opcode::kExit:
      decoded.step = Step::kExit;
      return true;
    case Opcode::kTrap:
    case Opcode::kBrkpt:
      decoded.step = Step::kTrap;
      return true;
    case Opcode::kNanosleep:
      decoded.step = Step::kPause;
      return true;
    default:  // pmevent: whatever its number is, nobody listens
      return select(form, decoded);
  }
}

bool FunctionLowering::lower_call(const ptx::Instruction& instruction, Decoded& decoded,
                                  InstructionInfo& info) {
  const auto& operands = instruction.operands;
  std::size_t next = 0;
  const Operand* results = nullptr;
  if (!operands.empty() && operands[0].kind == Operand::Kind::kList) {
    results = &operands[next++];
  }
  if (next >= operands.size()) {
    return false;
  }
  const Operand& callee = operands[next++];
  const Operand* arguments = next < operands.size() && operands[next].kind == Operand::Kind::kList
                                 ? &operands[next]
                                 : nullptr;
  CallSite site;
  site.name = callee.name;
  const auto add = [this](const Operand* list, std::vector<ParameterSlot>& slots) {
    for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
      const auto variable = param_variables_.find(list->elements[i].name);
      if (variable == param_variables_.end()) {
        failure_ = "an argument that is no .param variable";
        return;
      }
      slots.push_back(variable->second);
    }
  };
  add(results, site.results);
  add(arguments, site.arguments);
  if (const Slot pointer = registers_.find(callee.name); pointer.offset != kNoSlot) {
    site.pointer = expect(pointer, Type::kU64).offset;
  } else if (const auto function = kernel_.functions.find(callee.name);
             function != kernel_.functions.end()) {
    site.function = function->second;
  } else {
    site.intrinsic = kernel_.tools.find_intrinsic(callee.name);
    if (site.intrinsic == kNoIndex) {
      failure_ = "the function " + callee.name + " is declared, but nowhere defined";
      return false;
    }
    info.issue_slots = function_slots(callee.name);
  }
  decoded.step = Step::kCall;
  decoded.extra = static_cast<std::uint32_t>(program_.calls.size());
  program_.calls.push_back(std::move(site));
  return true;
}

bool FunctionLowering::lower_barrier(const ptx::Instruction& instruction, Form& form,
                                     Decoded& decoded, InstructionInfo& info) {
  const auto& operands = instruction.operands;
  if (form.opcode == Opcode::kMembar || form.opcode == Opcode::kFence) {
    info.is_of_block = form.of_block;
    return select(form, decoded);
  }
  if (form.warp_level) {
    if (operands.size() != 1) {
      return false;
    }
    decoded.step = Step::kWarpBarrier;
    decoded.e = expect(source(operands[0], Type::kU32, info), Type::kU32).offset;
    info.counter = CounterClass::kControl;
    return true;
  }
  const bool reduces =
      form.mode == Mode::kAnd || form.mode == Mode::kOr || form.mode == Mode::kPopc;
  std::size_t next = 0;
  std::size_t count = operands.size();
  if (reduces) {
    if (count < 3) {
      return false;
    }
    const Type result = form.mode == Mode::kPopc ? Type::kU32 : Type::kPred;
    decoded.d = expect(destination(operands[next++], result, info), result).offset;
    decoded.c = predicate_slot(operands[--count]).offset;
    decoded.displacement = operands[count].negated_predicate ? 1 : 0;
  }
  if (next >= count || count - next > 2) {
    return false;
  }
  decoded.a = expect(source(operands[next++], Type::kU32, info), Type::kU32).offset;
  if (next < count) {
    decoded.b = expect(source(operands[next], Type::kU32, info), Type::kU32).offset;
  }
  decoded.step = Step::kBarrier;
  decoded.extra = static_cast<std::uint32_t>(form.mode);
  return true;
}

}  // namespace warpschool::sim
