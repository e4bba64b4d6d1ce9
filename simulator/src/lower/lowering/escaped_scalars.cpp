// Scalars of the stack frame in unoptimised code. Threads without work may read those that nobody
// has set, and drop what they make of it, so such reads are spared. But where a function was given
// the scalar's address to set it, and its value is put to use at once, optimised code reads it from
// memory, too, as soon as the function is not inlined: the mistake is the same at all levels.
#include "lower/analysis/instruction_words.hpp"
#include "lower/lowering/function_lowering.hpp"

#include <algorithm>

namespace warpschool::sim {

using ptx::Instruction;
using ptx::Operand;

namespace {}  // namespace

/// Is the address of this place an argument of a call?
bool FunctionLowering::is_given(std::int64_t place) const {
  return std::any_of(
      function_.instructions.begin(), function_.instructions.end(), [&](const Instruction& i) {
        const bool makes_address = i.opcode == "add" && i.operands.size() == 3 &&
                                   is_frame(i.operands[1].name) &&
                                   i.operands[2].kind == Operand::Kind::kImmediate &&
                                   static_cast<std::int64_t>(i.operands[2].bits) == place;
        const auto uses = uses_.readers.find(makes_address ? i.operands[0].name : std::string());
        return makes_address && uses != uses_.readers.end() &&
               std::any_of(uses->second.begin(), uses->second.end(), [&](const Instruction* use) {
                 return use->opcode == "st" && has(*use, "param") &&
                        use->operands[1].name == i.operands[0].name;
               });
      });
}

/// Is this address made of one of shared memory? Threads without work fill their places there, too.
bool FunctionLowering::is_of_shared(const std::string& address, unsigned steps) const {
  return steps > 0 &&
         std::any_of(
             function_.instructions.begin(), function_.instructions.end(),
             [&](const Instruction& i) {
               if (i.operands.size() < 2 || i.operands[0].name != address || i.opcode == "st") {
                 return false;
               }
               return (i.opcode == "cvta" && has(i, "shared")) ||
                      (i.opcode == "add" && is_of_shared(i.operands[1].name, steps - 1));
             });
}

/// Does a value decide where the program goes, or go to global memory, at most so many steps of
/// arithmetic on?
bool FunctionLowering::is_put_to_use(const std::string& value, unsigned steps) const {
  const auto uses = uses_.readers.find(value);
  if (uses == uses_.readers.end() || steps == 0) {
    return false;
  }
  return std::any_of(uses->second.begin(), uses->second.end(), [&](const Instruction* use) {
    const Operand& target = use->operands.front();
    if (use->opcode == "st") {
      return !has(*use, "param") && target.base_is_register && !is_frame(target.name) &&
             !is_of_shared(target.name, steps);
    }
    const bool computes = target.kind == Operand::Kind::kRegister && use->opcode != "shfl" &&
                          use->opcode != "selp" && use->opcode != "ld";
    return use->opcode == "bra" || (computes && is_put_to_use(target.name, steps - 1));
  });
}

bool FunctionLowering::must_be_set(const Instruction& load) const {
  constexpr unsigned kMostSteps = 6;
  const Operand& address = load.operands[1];
  return is_frame(address.name) && load.operands[0].kind == Operand::Kind::kRegister &&
         is_put_to_use(load.operands[0].name, kMostSteps) && is_given(address.offset);
}

}  // namespace warpschool::sim
