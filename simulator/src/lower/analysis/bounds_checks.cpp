// Adds bounds checks for local arrays, which lie side by side in a thread's stack.
#include "lower/analysis/bounds_checks.hpp"

#include "lower/analysis/instruction_words.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace warpschool::sim {
namespace {

using ptx::Instruction;
using ptx::Operand;

/// What a check guards.
struct CheckedAccess {
  std::string address;  ///< a register
  std::int64_t offset = 0;
  std::uint64_t bytes = 0;
  bool is_write = false;
};

class Expansion {
 public:
  explicit Expansion(ptx::Function& function) : function_(function) {
    for (const ptx::Label& label : function.labels) {
      labels_.emplace(label.name, label.instruction);
    }
  }

  void run();

 private:
  const Instruction* at(std::size_t index) const {
    return index < function_.instructions.size() ? &function_.instructions[index] : nullptr;
  }
  bool is_labelled(std::size_t index) const {
    return std::any_of(function_.labels.begin(), function_.labels.end(),
                       [&](const ptx::Label& label) { return label.instruction == index; });
  }
  std::size_t target(const Instruction& branch) const;
  const Instruction* before(std::size_t index, const std::string& predicate) const;
  bool is_trap_of_check(std::size_t index) const;
  bool compares_offsets(std::size_t index) const;
  std::optional<CheckedAccess> access_behind(std::size_t index) const;
  void add_call(const Instruction& like, const CheckedAccess* access);
  void add_argument(const Instruction& like, const Operand& value, std::vector<Operand>& arguments);

  ptx::Function& function_;
  std::unordered_map<std::string, std::size_t> labels_;
  std::vector<Instruction> result_;
  unsigned variables_ = 0;
};

/// The index of the instruction that a branch leads to; one that there is not: nowhere.
std::size_t Expansion::target(const Instruction& branch) const {
  const auto found = branch.opcode == "bra" && !branch.operands.empty()
                         ? labels_.find(branch.operands[0].name)
                         : labels_.end();
  return found == labels_.end() ? function_.instructions.size() : found->second;
}

/// clang's own trap is a block of its own, which nothing follows. That of __builtin_trap() is none,
/// that of __trap() is inline assembly.
bool Expansion::is_trap_of_check(std::size_t index) const {
  const Instruction* const trap = at(index);
  if (trap == nullptr || trap->opcode != "trap" || trap->is_inline_asm || trap->guard ||
      !is_labelled(index)) {
    return false;
  }
  const Instruction* const next = at(index + 1);
  const bool exits = next != nullptr && next->opcode == "exit" && !is_labelled(index + 1);
  const std::size_t behind = index + (exits ? 2 : 1);
  return at(behind) == nullptr || is_labelled(behind);
}

/// The instruction that writes a predicate, among the last few.
const Instruction* Expansion::before(std::size_t index, const std::string& predicate) const {
  constexpr std::size_t kMostSteps = 8;
  for (std::size_t back = 1; back <= std::min(index, kMostSteps); ++back) {
    const Instruction& instruction = function_.instructions[index - back];
    if (!instruction.operands.empty() && instruction.operands[0].name == predicate) {
      return &instruction;
    }
  }
  return nullptr;
}

/// "or.pred of two setp.u64": is the offset past the end, is too little left behind it?
bool Expansion::compares_offsets(std::size_t index) const {
  const Instruction& branch = function_.instructions[index];
  if (!branch.guard || branch.guard->negated) {
    return false;
  }
  const Instruction* const either = before(index, branch.guard->predicate);
  if (either == nullptr || either->opcode != "or" || !has(*either, "pred") ||
      either->operands.size() != 3) {
    return false;
  }
  return std::all_of(either->operands.begin() + 1, either->operands.end(), [&](const Operand& one) {
    const Instruction* const comparison = before(index, one.name);
    return comparison != nullptr && comparison->opcode == "setp" && has(*comparison, "u64");
  });
}

/// The access that comes first where the branch is not taken.
std::optional<CheckedAccess> Expansion::access_behind(std::size_t index) const {
  constexpr std::size_t kMostSteps = 8;
  const Instruction* next = at(index + 1);
  if (next != nullptr && next->opcode == "bra" && !next->guard) {
    next = at(target(*next));
  }
  const Instruction* const last = function_.instructions.data() + function_.instructions.size();
  for (std::size_t step = 0; next != nullptr && next != last && step < kMostSteps; ++step, ++next) {
    const bool is_write = next->opcode == "st" || next->opcode == "atom" || next->opcode == "red";
    if ((!is_write && next->opcode != "ld") || has(*next, "param")) {
      continue;
    }
    const std::size_t place = next->opcode == "ld" || next->opcode == "atom" ? 1 : 0;
    if (next->operands.size() <= place || !next->operands[place].base_is_register ||
        next->modifiers.empty()) {
      return std::nullopt;
    }
    const std::optional<ptx::Type> type = ptx::type_from(next->modifiers.back());
    const std::uint64_t elements = has(*next, "v4") ? 4 : has(*next, "v2") ? 2 : 1;
    return CheckedAccess{next->operands[place].name, next->operands[place].offset,
                         elements * (type ? ptx::bytes_of(*type) : 1), is_write};
  }
  return std::nullopt;
}

void Expansion::add_argument(const Instruction& like, const Operand& value,
                             std::vector<Operand>& arguments) {
  ptx::Variable made;
  made.space = Space::kParam;
  made.name = "bounds@" + std::to_string(variables_++);  // no name in PTX has an @
  made.bytes = made.alignment = 8;
  function_.variables.push_back(made);
  Operand argument;
  argument.kind = Operand::Kind::kSymbol;
  argument.name = made.name;
  arguments.push_back(argument);
  argument.kind = Operand::Kind::kAddress;
  Instruction store = like;
  store.guard.reset();
  store.opcode = "st";
  store.modifiers = {"param", "b64"};
  store.operands = {argument, value};
  result_.push_back(std::move(store));
}

/// @param access nullptr: nothing is known of it.
void Expansion::add_call(const Instruction& like, const CheckedAccess* access) {
  const auto number = [](std::uint64_t value) {
    Operand operand;
    operand.kind = Operand::Kind::kImmediate;
    operand.bits = value;
    return operand;
  };
  Operand address, callee, arguments;
  callee.kind = Operand::Kind::kSymbol;
  callee.name = kOutsideLocal;
  arguments.kind = Operand::Kind::kList;
  if (access != nullptr) {
    address.name = access->address;
    add_argument(like, address, arguments.elements);
    add_argument(like, number(static_cast<std::uint64_t>(access->offset)), arguments.elements);
    add_argument(like, number(access->bytes), arguments.elements);
    add_argument(like, number(access->is_write ? 1 : 0), arguments.elements);
  }
  Instruction call = like;
  call.opcode = "call";
  call.modifiers.clear();
  call.operands = {callee, arguments};
  result_.push_back(std::move(call));
}

void Expansion::run() {
  std::vector<std::size_t> moved(function_.instructions.size() + 1);
  for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
    moved[i] = result_.size();
    const Instruction& instruction = function_.instructions[i];
    const bool is_check = is_trap_of_check(target(instruction)) && compares_offsets(i);
    const std::optional<CheckedAccess> access = is_check ? access_behind(i) : std::nullopt;
    if (access || is_trap_of_check(i)) {
      add_call(instruction, access ? &*access : nullptr);
    } else {
      result_.push_back(instruction);
    }
  }
  moved.back() = result_.size();
  for (ptx::Label& label : function_.labels) {
    label.instruction = moved[std::min(label.instruction, moved.size() - 1)];
  }
  function_.instructions = std::move(result_);
}

}  // namespace

void expand_bounds_checks(ptx::Module& module) {
  for (ptx::Function& function : module.functions) {
    const bool has_trap =
        std::any_of(function.instructions.begin(), function.instructions.end(),
                    [](const Instruction& i) { return i.opcode == "trap" && !i.is_inline_asm; });
    if (has_trap) {
      Expansion(function).run();
    }
  }
}

}  // namespace warpschool::sim
