// Finds loads that a compiler moved out of a branch.
#include "lower/analysis/hoisted_loads.hpp"

#include <algorithm>
#include <iterator>

namespace warpschool::sim {
namespace {

using ptx::Instruction;
using ptx::Operand;

/// What compilers do ahead of a branch: it has no effect but its result.
bool only_computes(const std::string& opcode) {
  constexpr const char* kOpcodes[] = {"abs", "add", "and", "bfe", "bfi", "cvt",  "div", "fma",
                                      "mad", "max", "min", "mov", "mul", "neg",  "not", "or",
                                      "rem", "set", "shf", "shl", "shr", "setp", "sub", "xor"};
  return std::find(std::begin(kOpcodes), std::end(kOpcodes), opcode) != std::end(kOpcodes);
}

bool combines_predicates(const Instruction& use) {
  return (use.opcode == "and" || use.opcode == "or") && use.modifiers.back() == "pred";
}

/// Follows a loaded value from register to register.
class Trace {
 public:
  Trace(const FunctionView& view, const Instruction& load)
      : view_(view), load_(load), home_(block_of(load)) {}

  std::optional<HoistedLoad> choice();

 private:
  struct Selection {
    const Instruction* instruction;
    HoistedLoad choice;
  };

  bool follow();
  bool visit_readers(const std::string& name);
  void visit(const Instruction& use, const std::string& name);
  void visit_selection(const Instruction& use, const Operand& predicate, bool value, bool is_sure);
  bool is_written_once(const std::string& name) const;
  HoistedLoad implied_by(HoistedLoad choice) const;
  std::optional<HoistedLoad> of_selections() const;
  std::optional<HoistedLoad> of_branch(const BasicBlock& block, bool is_taken) const;
  bool all_needs_follow(const HoistedLoad& choice) const;
  const BasicBlock* block_of(const Instruction& instruction) const;

  bool depends(const std::string& name) const {
    return std::find(dependent_.begin(), dependent_.end(), name) != dependent_.end();
  }
  void add(const std::string& name) {
    if (!depends(name)) {
      dependent_.push_back(name);
    }
  }

  const FunctionView& view_;
  const Instruction& load_;
  const BasicBlock* home_;                 ///< the load's
  std::vector<std::string> dependent_;     ///< registers made of what was loaded
  std::vector<Selection> selections_;      ///< that may drop it
  std::vector<const Instruction*> needs_;  ///< where it has an effect
};

/// False: too much hangs on it to be looked at.
bool Trace::follow() {
  constexpr std::size_t kMostRegisters = 32;
  add(load_.operands.front().name);
  for (std::size_t i = 0; i < dependent_.size(); ++i) {
    if (i == kMostRegisters || !visit_readers(std::string(dependent_[i]))) {
      return false;
    }
    // A selection by what was loaded drops nothing.
    for (const Selection& selection : selections_) {
      if (depends(selection.choice.predicate)) {
        add(selection.instruction->operands.front().name);
      }
    }
  }
  return true;
}

bool Trace::is_written_once(const std::string& name) const {
  const auto mentions = view_.uses.mentions.find(name);
  const auto readers = view_.uses.readers.find(name);
  const std::size_t reads = readers == view_.uses.readers.end() ? 0 : readers->second.size();
  return mentions != view_.uses.mentions.end() && mentions->second == reads + 1;
}

bool Trace::visit_readers(const std::string& name) {
  if (!is_written_once(name)) {
    return false;
  }
  const auto readers = view_.uses.readers.find(name);
  if (readers != view_.uses.readers.end()) {
    for (const Instruction* use : readers->second) {
      visit(*use, name);
    }
  }
  return true;
}

void Trace::visit(const Instruction& use, const std::string& name) {
  const bool has_result = !use.guard && !use.second_destination && !use.operands.empty() &&
                          use.operands.front().kind == Operand::Kind::kRegister;
  if (has_result && use.opcode == "selp" && use.operands.size() == 4) {
    const bool is_first = use.operands[1].name == name;
    const bool is_sure = is_first && use.operands[2].name == name;
    visit_selection(use, use.operands[3], is_first, is_sure || use.operands[3].name == name);
  } else if (has_result && combines_predicates(use) && use.operands.size() == 3) {
    const Operand& other = use.operands[use.operands[1].name == name ? 2 : 1];
    visit_selection(use, other, use.opcode == "and", other.name == name);
  } else if (has_result && only_computes(use.opcode) &&
             is_written_once(use.operands.front().name)) {
    add(use.operands.front().name);
  } else {
    needs_.push_back(&use);
  }
}

void Trace::visit_selection(const Instruction& use, const Operand& predicate, bool value,
                            bool is_sure) {
  if (is_sure || predicate.kind != Operand::Kind::kRegister) {
    add(use.operands.front().name);
  } else {
    selections_.push_back({&use, {predicate.name, value != predicate.negated_predicate}});
  }
}

/// "p and q" is true only where q is, "p or q" false only where q is.
HoistedLoad Trace::implied_by(HoistedLoad choice) const {
  for (std::size_t i = 0; i < selections_.size(); ++i) {
    for (const Selection& selection : selections_) {
      const Instruction& by = *selection.instruction;
      if (by.opcode != "selp" && by.operands.front().name == choice.predicate &&
          choice.value == (by.opcode == "and")) {
        choice = selection.choice;
      }
    }
  }
  return choice;
}

std::optional<HoistedLoad> Trace::of_selections() const {
  std::optional<HoistedLoad> found;
  for (const Selection& selection : selections_) {
    const HoistedLoad choice = implied_by(selection.choice);
    if (!depends(selection.choice.predicate)) {
      if (found && !(*found == choice)) {
        return std::nullopt;
      }
      found = choice;
    }
  }
  return found;
}

/// What is so where the branch at the end of `block` is taken, or is not.
std::optional<HoistedLoad> Trace::of_branch(const BasicBlock& block, bool is_taken) const {
  const Instruction* const last =
      block.begin < block.end ? &view_.function.instructions[block.end - 1] : nullptr;
  if (last == nullptr || !last->guard || depends(last->guard->predicate)) {
    return std::nullopt;
  }
  return implied_by({last->guard->predicate, is_taken != last->guard->negated});
}

const BasicBlock* Trace::block_of(const Instruction& instruction) const {
  const auto at = static_cast<std::size_t>(&instruction - view_.function.instructions.data());
  for (const BasicBlock& block : view_.blocks) {
    if (at >= block.begin && at < block.end) {
      return &block;
    }
  }
  return nullptr;
}

/// Does no way lead from the load to a use of its value but those on which `choice` is so?
bool Trace::all_needs_follow(const HoistedLoad& choice) const {
  std::vector<bool> reached(view_.blocks.size(), false);
  std::vector<const BasicBlock*> work{home_};
  while (!work.empty()) {
    const BasicBlock& block = *work.back();
    work.pop_back();
    for (std::size_t i = 0; i < block.successors.size(); ++i) {
      const bool is_taken = !block.falls_through || i + 1 < block.successors.size();
      const std::optional<HoistedLoad> known = of_branch(block, is_taken);
      const std::uint32_t next = block.successors[i];
      if (!reached[next] && !(known && *known == choice)) {
        reached[next] = true;
        if (&view_.blocks[next] != home_) {
          work.push_back(&view_.blocks[next]);
        }
      }
    }
  }
  return std::all_of(needs_.begin(), needs_.end(), [&](const Instruction* need) {
    const BasicBlock* const block = block_of(*need);
    return block != nullptr && block != home_ &&
           !reached[static_cast<std::size_t>(block - view_.blocks.data())];
  });
}

std::optional<HoistedLoad> Trace::choice() {
  if (home_ == nullptr || !follow()) {
    return std::nullopt;
  }
  std::vector<std::optional<HoistedLoad>> candidates{of_selections()};
  if (selections_.empty()) {
    candidates = {of_branch(*home_, true), of_branch(*home_, false)};
  }
  for (const std::optional<HoistedLoad>& candidate : candidates) {
    if (candidate && all_needs_follow(*candidate)) {
      return candidate;
    }
  }
  return std::nullopt;
}

/// Who writes the register, if only one instruction does.
const Instruction* writer_of(const FunctionView& view, const std::string& name) {
  const auto mentions = view.uses.mentions.find(name);
  const auto readers = view.uses.readers.find(name);
  if (mentions == view.uses.mentions.end() || readers == view.uses.readers.end() ||
      mentions->second != readers->second.size() + 1) {
    return nullptr;
  }
  for (const Instruction& instruction : view.function.instructions) {
    const bool writes =
        (!instruction.operands.empty() && instruction.operands.front().name == name) ||
        (instruction.second_destination && instruction.second_destination->name == name);
    if (writes) {
      return instruction.guard ? nullptr : &instruction;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<HoistedLoad> find_hoisted_load(const FunctionView& view,
                                             const ptx::Instruction& load) {
  std::optional<HoistedLoad> choice = Trace(view, load).choice();
  // The predicate of a selection may be a negation that is made after the load.
  while (choice) {
    const Instruction* const writer = writer_of(view, choice->predicate);
    if (writer != nullptr && writer < &load) {
      return choice;
    }
    if (writer == nullptr || writer->opcode != "not") {
      return std::nullopt;
    }
    choice = HoistedLoad{writer->operands[1].name, !choice->value};
  }
  return std::nullopt;
}

}  // namespace warpschool::sim
