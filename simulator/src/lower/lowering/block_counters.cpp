// The atomic by which the last block of a launch finds out that it is the last (CUDA C++
// Programming Guide, section on memory fence functions: its sum of an array).
#include "lower/lowering/function_lowering.hpp"

#include <algorithm>

namespace warpschool::sim {

using ptx::Operand;

/// The number of blocks, or one less.
bool FunctionLowering::is_number_of_blocks(const std::string& value, unsigned steps) const {
  const ptx::Instruction* made = nullptr;
  for (const ptx::Instruction& i : function_.instructions) {
    const bool makes = !i.operands.empty() && i.opcode != "st" && i.operands[0].name == value &&
                       i.operands[0].kind == Operand::Kind::kRegister;
    if (makes && made != nullptr) {
      return false;
    }
    made = makes ? &i : made;
  }
  if (made == nullptr || steps == 0 || made->operands.size() < 2) {
    return false;
  }
  const Operand& first = made->operands[1];
  if (made->opcode == "mov") {
    return first.name.rfind("%nctaid", 0) == 0 || is_number_of_blocks(first.name, steps - 1);
  }
  if (made->operands.size() != 3 || !is_number_of_blocks(first.name, steps - 1)) {
    return false;
  }
  const Operand& second = made->operands[2];
  const bool is_one = second.kind == Operand::Kind::kImmediate &&
                      static_cast<std::int32_t>(second.bits) == (made->opcode == "add" ? -1 : 1);
  return ((made->opcode == "add" || made->opcode == "sub") && is_one) ||
         (made->opcode == "mul" && is_number_of_blocks(second.name, steps - 1));
}

/// Is the value, or one more, compared with the number of blocks? Unoptimised code keeps it in the
/// stack frame in between.
bool FunctionLowering::is_compared_with_blocks(const std::string& value, unsigned steps) const {
  const auto uses = uses_.readers.find(value);
  if (uses == uses_.readers.end() || steps == 0) {
    return false;
  }
  return std::any_of(uses->second.begin(), uses->second.end(), [&](const ptx::Instruction* use) {
    const Operand& target = use->operands.front();
    if (use->opcode == "setp") {
      const std::string& mode = use->modifiers.front();
      return (mode == "eq" || mode == "ne") &&
             std::any_of(use->operands.begin() + 1, use->operands.end(), [&](const Operand& other) {
               return other.name != value && is_number_of_blocks(other.name, steps);
             });
    }
    if (use->opcode == "add" && is_compared_with_blocks(target.name, steps - 1)) {
      return true;
    }
    return use->opcode == "st" && target.name == "%SP" &&
           std::any_of(function_.instructions.begin(), function_.instructions.end(),
                       [&](const ptx::Instruction& load) {
                         return load.opcode == "ld" && load.operands[1].name == "%SP" &&
                                load.operands[1].offset == target.offset &&
                                is_compared_with_blocks(load.operands[0].name, steps - 1);
                       });
  });
}

}  // namespace warpschool::sim
