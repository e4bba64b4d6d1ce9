// Finds the source lines of the parts of vector stores.
#include "ptx/store_lines.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::ptx {
namespace {

bool is_same(const Loc& a, const Loc& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/// Is its line that of the next instruction? Stores one after the other may be of one line.
bool has_borrowed_line(const Function& function, std::size_t index) {
  const Instruction& store = function.instructions[index];
  const bool is_vector =
      store.opcode == "st" &&
      std::any_of(store.modifiers.begin(), store.modifiers.end(),
                  [](const std::string& word) { return word == "v2" || word == "v4"; });
  if (!is_vector || store.is_inline_asm || index + 1 == function.instructions.size()) {
    return false;
  }
  const Instruction& next = function.instructions[index + 1];
  return next.opcode != "st" && is_same(next.loc, store.loc);
}

/// Where each register was written last, on the way down a function.
class Definitions {
 public:
  void note(const Instruction& instruction) {
    if (instruction.opcode == "st" || instruction.operands.empty()) {
      return;
    }
    const Operand& target = instruction.operands.front();
    note(target, instruction);
    for (const Operand& element : target.elements) {
      note(element, instruction);
    }
  }
  const Instruction* find(const std::string& name) const {
    const auto at = last_.find(name);
    return at == last_.end() ? nullptr : at->second;
  }

 private:
  void note(const Operand& target, const Instruction& instruction) {
    if (target.kind == Operand::Kind::kRegister) {
      last_[target.name] = &instruction;
    }
  }
  std::unordered_map<std::string, const Instruction*> last_;
};

/// Where its address and the last of its values were computed.
std::vector<Loc> candidates(const Instruction& store, const Definitions& definitions) {
  std::vector<Loc> found;
  const Operand& address = store.operands.front();
  if (const Instruction* of_address = definitions.find(address.name);
      of_address != nullptr && (of_address->opcode == "add" || of_address->opcode == "mad")) {
    found.push_back(of_address->loc);
  }
  const Instruction* of_value = nullptr;
  for (const Operand& element : store.operands[1].elements) {
    const Instruction* definition = definitions.find(element.name);
    of_value = std::max(of_value, definition);  // both are of one array: the later one
  }
  if (of_value != nullptr) {
    found.push_back(of_value->loc);
  }
  return found;
}

/// The last line before `borrowed`, else (at the end of a loop) the last one of the function; else
/// it was in a function that the compiler put in its place.
Loc best_line(const std::vector<Loc>& found, const Loc& begin, const Loc& borrowed) {
  Loc before, within;
  for (const Loc& loc : found) {
    const bool is_within = loc.file == begin.file && loc.line >= begin.line;
    if (is_within && loc.line > within.line) {
      within = loc;
    }
    if (is_within && loc.line <= borrowed.line && loc.line > before.line) {
      before = loc;
    }
  }
  if (before.line != 0) {
    return before;
  }
  return within.line != 0 || found.empty() ? within : found.front();
}

}  // namespace

void correct_store_lines(Function& function) {
  if (function.instructions.empty()) {
    return;
  }
  const Loc begin = function.instructions.front().loc;
  Definitions definitions;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    Instruction& instruction = function.instructions[i];
    if (has_borrowed_line(function, i) && instruction.operands.size() == 2) {
      const Loc best = best_line(candidates(instruction, definitions), begin, instruction.loc);
      instruction.loc = best.line != 0 ? best : instruction.loc;
    }
    definitions.note(instruction);
  }
}

}  // namespace warpschool::sim::ptx
