// Lowers the tex instruction to a call.
#include "lower/lowering/texture_fetches.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace warpschool::sim {
namespace {

using ptx::Instruction;
using ptx::Operand;

/// What a tex names: how many coordinates its geometry has, of these the first the layer.
struct Geometry {
  const char* name;
  std::size_t coordinates;
  bool has_layer;
};

constexpr Geometry kGeometries[] = {
    {"1d", 1, false}, {"2d", 2, false}, {"3d", 3, false}, {"a1d", 2, true}, {"a2d", 3, true}};

/// tex.GEOMETRY.v4.RESULT.COORDINATES {a, b, c, d}, [texture, {x, y}]; nullptr: another form.
const Geometry* geometry_of(const Instruction& instruction) {
  const auto& modifiers = instruction.modifiers;
  const auto& operands = instruction.operands;
  const bool has_shape = instruction.opcode == "tex" && modifiers.size() == 4 &&
                         modifiers[1] == "v4" && operands.size() == 2 &&
                         operands[0].elements.size() == 4 && operands[1].elements.size() == 1;
  if (!has_shape) {
    return nullptr;
  }
  for (const Geometry& geometry : kGeometries) {
    if (modifiers[0] == geometry.name &&
        operands[1].elements[0].elements.size() >= geometry.coordinates) {
      return &geometry;
    }
  }
  return nullptr;
}

class Expansion {
 public:
  Expansion(ptx::Function& function, const std::set<std::string>& known)
      : function_(function), known_(known) {}

  void run() {
    std::vector<std::size_t> moved(function_.instructions.size() + 1);
    for (std::size_t i = 0; i < function_.instructions.size(); ++i) {
      moved[i] = result_.size();
      add(function_.instructions[i]);
    }
    moved.back() = result_.size();
    for (ptx::Label& label : function_.labels) {
      label.instruction = moved[std::min(label.instruction, moved.size() - 1)];
    }
    function_.instructions = std::move(result_);
  }

 private:
  void add(const Instruction& instruction);
  Operand variable(std::uint64_t bytes);
  void store(const Instruction& like, const Operand& to, const Operand& value, const char* type);

  ptx::Function& function_;
  const std::set<std::string>& known_;
  std::vector<Instruction> result_;
  unsigned variables_ = 0;
};

/// A new .param variable of the function.
Operand Expansion::variable(std::uint64_t bytes) {
  ptx::Variable made;
  made.space = Space::kParam;
  made.name = "tex@" + std::to_string(variables_++);  // no name in PTX has an @
  made.bytes = bytes;
  made.alignment = static_cast<unsigned>(bytes);
  function_.variables.push_back(made);
  Operand operand;
  operand.kind = Operand::Kind::kSymbol;
  operand.name = made.name;
  return operand;
}

void Expansion::store(const Instruction& like, const Operand& to, const Operand& value,
                      const char* type) {
  Instruction store = like;
  store.opcode = "st";
  store.modifiers = {"param", type};
  Operand address = to;
  address.kind = Operand::Kind::kAddress;
  store.operands = {address, value};
  result_.push_back(std::move(store));
}

void Expansion::add(const Instruction& instruction) {
  const Geometry* geometry = geometry_of(instruction);
  const auto& modifiers = instruction.modifiers;
  const std::string name =
      geometry == nullptr ? ""
                          : "__ws_tex_" + modifiers[0] + "_" + modifiers[2] + "_" + modifiers[3];
  if (known_.count(name) == 0) {
    result_.push_back(instruction);
    return;
  }
  Operand texture;
  texture.name = instruction.operands[1].name;
  Operand arguments, results, callee;
  arguments.kind = results.kind = Operand::Kind::kList;
  arguments.elements.push_back(variable(8));
  store(instruction, arguments.elements[0], texture, "b64");
  const auto& coordinates = instruction.operands[1].elements[0].elements;
  for (std::size_t i = 0; i < geometry->coordinates; ++i) {
    arguments.elements.push_back(variable(4));
    const bool is_layer = geometry->has_layer && i == 0;
    store(instruction, arguments.elements.back(), coordinates[i],
          is_layer ? "b32" : modifiers[3].c_str());
  }
  results.elements.push_back(variable(16));
  callee.kind = Operand::Kind::kSymbol;
  callee.name = name;
  Instruction call = instruction, load = instruction;
  call.opcode = "call";
  call.modifiers = {"uni"};
  call.operands = {results, callee, arguments};
  load.opcode = "ld";
  load.modifiers = {"param", "v4", modifiers[2]};
  load.operands[1] = results.elements[0];
  load.operands[1].kind = Operand::Kind::kAddress;
  result_.push_back(std::move(call));
  result_.push_back(std::move(load));
}

}  // namespace

void expand_texture_fetches(ptx::Module& module) {
  std::set<std::string> known;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_declaration && function.name.compare(0, 9, "__ws_tex_") == 0) {
      known.insert(function.name);
    }
  }
  if (known.empty()) {
    return;
  }
  for (ptx::Function& function : module.functions) {
    Expansion(function, known).run();
  }
}

}  // namespace warpschool::sim
