// Resolves parameters of device functions that are read through their address.
#include "lower/lowering/param_addresses.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

namespace warpschool::sim {
namespace {

using ptx::Instruction;
using ptx::Operand;

struct Place {
  std::string parameter;
  std::int64_t offset = 0;
};

bool reads_parameter(const Instruction& instruction) {
  return instruction.opcode == "ld" && !instruction.modifiers.empty() &&
         instruction.modifiers.front() == "param" && instruction.operands.size() == 2;
}

bool reads_through_register(const Instruction& instruction) {
  return reads_parameter(instruction) && instruction.operands[1].base_is_register;
}

/// The address of one of `parameters` in an instruction that is no access.
const Operand* taken_address(const Instruction& instruction,
                             const std::set<std::string>& parameters) {
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == Operand::Kind::kSymbol && parameters.count(operand.name) != 0) {
      return &operand;
    }
  }
  return nullptr;
}

class Resolver {
 public:
  explicit Resolver(const ptx::Function& function) : function_(function) {
    for (const ptx::Variable& parameter : function.parameters) {
      parameters_.insert(parameter.name);
    }
  }

  ptx::Function run() {
    find_known_places();
    const bool all_known = std::all_of(
        function_.instructions.begin(), function_.instructions.end(), [&](const Instruction& i) {
          return !reads_through_register(i) || known_.count(i.operands[1].name) != 0;
        });
    if (all_known) {
      name_parameters();
    } else {
      copy_to_memory();
    }
    return std::move(function_);
  }

 private:
  void find_known_places();
  std::optional<Place> place_of(const Instruction& instruction) const;
  void name_parameters();
  void copy_to_memory();
  void add_copy(const ptx::Variable& parameter, std::vector<Instruction>& copies);

  ptx::Function function_;
  std::set<std::string> parameters_;
  std::unordered_map<std::string, Place> known_;  ///< registers that hold one address, always
};

/// What a move or an addition of a constant gives, if that is a parameter's address.
std::optional<Place> Resolver::place_of(const Instruction& instruction) const {
  const auto& operands = instruction.operands;
  const bool moves = instruction.opcode == "mov" && operands.size() == 2;
  const bool adds = instruction.opcode == "add" && operands.size() == 3 &&
                    operands[2].kind == Operand::Kind::kImmediate;
  if (instruction.guard || !(moves || adds)) {
    return std::nullopt;
  }
  const std::int64_t more = adds ? static_cast<std::int64_t>(operands[2].bits) : 0;
  if (operands[1].kind == Operand::Kind::kSymbol && parameters_.count(operands[1].name) != 0) {
    return Place{operands[1].name, operands[1].offset + more};
  }
  const auto known = known_.find(operands[1].name);
  if (operands[1].kind != Operand::Kind::kRegister || known == known_.end()) {
    return std::nullopt;
  }
  return Place{known->second.parameter, known->second.offset + more};
}

/// Registers that are written once, with such an address. (A use before the only write would read
/// what nobody set.)
void Resolver::find_known_places() {
  std::unordered_map<std::string, unsigned> writes;
  for (const Instruction& instruction : function_.instructions) {
    if (!instruction.operands.empty()) {
      const Operand& target = instruction.operands.front();
      ++writes[target.name];
      for (const Operand& element : target.elements) {
        ++writes[element.name];
      }
    }
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const Instruction& instruction : function_.instructions) {
      if (instruction.operands.empty() || writes[instruction.operands.front().name] != 1) {
        continue;
      }
      if (const std::optional<Place> place = place_of(instruction)) {
        grows |= known_.emplace(instruction.operands.front().name, *place).second;
      }
    }
  }
}

void Resolver::name_parameters() {
  for (Instruction& instruction : function_.instructions) {
    if (reads_through_register(instruction)) {
      Operand& address = instruction.operands[1];
      const Place& place = known_.at(address.name);
      address.name = place.parameter;
      address.offset += place.offset;
      address.base_is_register = false;
    }
  }
}

std::string copy_name(const std::string& parameter) {
  return parameter + "@copy";  // no name in PTX has an @
}

/// A load and a store for each piece of the parameter.
void Resolver::add_copy(const ptx::Variable& parameter, std::vector<Instruction>& copies) {
  const auto total = static_cast<std::int64_t>(parameter.bytes);
  for (std::int64_t offset = 0; offset < total;) {
    std::int64_t bytes = 8;
    while (bytes > 1 && (bytes > total - offset || bytes > parameter.alignment)) {
      bytes /= 2;
    }
    const std::string type = "b" + std::to_string(8 * bytes);
    Operand value, from, to;
    value.name = bytes == 8 ? "%rd@copy" : "%r@copy";
    from.kind = to.kind = Operand::Kind::kAddress;
    from.name = parameter.name;
    to.name = copy_name(parameter.name);
    from.offset = to.offset = offset;
    Instruction load;
    load.opcode = "ld";
    load.modifiers = {"param", type};
    load.operands = {value, from};
    load.loc = function_.instructions.front().loc;
    load.position = function_.instructions.front().position;
    Instruction store = load;
    store.opcode = "st";
    store.modifiers.front() = "local";
    store.operands = {to, value};
    copies.push_back(std::move(load));
    copies.push_back(std::move(store));
    offset += bytes;
  }
}

void Resolver::copy_to_memory() {
  std::set<std::string> copied;
  for (const Instruction& instruction : function_.instructions) {
    if (const Operand* taken = taken_address(instruction, parameters_)) {
      copied.insert(taken->name);
    }
  }
  for (Instruction& instruction : function_.instructions) {
    const bool reads = reads_parameter(instruction);
    bool in_memory = reads_through_register(instruction);
    for (Operand& operand : instruction.operands) {
      const bool names = operand.kind == Operand::Kind::kSymbol ||
                         (operand.kind == Operand::Kind::kAddress && !operand.base_is_register);
      if (names && copied.count(operand.name) != 0) {
        operand.name = copy_name(operand.name);
        in_memory = true;
      }
    }
    if (reads && in_memory) {
      instruction.modifiers.front() = "local";
    }
  }
  std::vector<Instruction> copies;
  for (const ptx::Variable& parameter : function_.parameters) {
    if (copied.count(parameter.name) != 0) {
      add_copy(parameter, copies);
      ptx::Variable copy = parameter;
      copy.space = Space::kLocal;
      copy.name = copy_name(parameter.name);
      function_.variables.push_back(std::move(copy));
    }
  }
  function_.registers.push_back({ptx::Type::kB32, "%r@copy", 0, 1});
  function_.registers.push_back({ptx::Type::kB64, "%rd@copy", 0, 1});
  for (ptx::Label& label : function_.labels) {
    label.instruction += copies.size();
  }
  function_.instructions.insert(function_.instructions.begin(), copies.begin(), copies.end());
}

}  // namespace

std::optional<ptx::Function> resolve_parameter_addresses(const ptx::Function& function) {
  const auto& body = function.instructions;
  if (function.is_entry || std::none_of(body.begin(), body.end(), reads_through_register)) {
    return std::nullopt;
  }
  return Resolver(function).run();
}

}  // namespace warpschool::sim
