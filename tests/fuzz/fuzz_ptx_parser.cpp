// Any bytes as PTX: never a crash or an exception, always a module that keeps the promises of
// ast.hpp, or a reason.
#include "ptx/parser.hpp"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

namespace {

using namespace warpschool::sim::ptx;

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

void check(const Variable& variable) {
  require(variable.initial.size() <= variable.bytes);
  require(variable.alignment != 0 && (variable.alignment & (variable.alignment - 1)) == 0);
  for (const Variable::Relocation& relocation : variable.relocations) {
    require(relocation.offset + relocation.width <= variable.bytes && relocation.width <= 16);
    require(!relocation.symbol.empty());
  }
}

void check(const Operand& operand) {
  require(operand.kind != Operand::Kind::kRegister || !operand.name.empty());
  require(operand.kind != Operand::Kind::kSymbol || !operand.name.empty());
  for (const Operand& element : operand.elements) {
    check(element);
  }
}

void check(const Function& function) {
  require(!function.name.empty());
  require(!function.is_declaration || function.instructions.empty());
  std::set<std::string> names;
  for (const RegisterDeclaration& declaration : function.registers) {
    require(names.insert(declaration.name + (declaration.count != 0 ? "<>" : "")).second);
  }
  for (const Variable& variable : function.variables) {
    require(names.insert(variable.name).second);
    check(variable);
  }
  std::set<std::string> labels;
  for (const Label& label : function.labels) {
    require(label.instruction <= function.instructions.size());
    require(labels.insert(label.name).second);
  }
  for (const Instruction& instruction : function.instructions) {
    require(!instruction.opcode.empty());
    for (const Operand& operand : instruction.operands) {
      check(operand);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const warpschool::Result<Module> module = parse(text, "fuzz.ptx");
  if (!module) {
    require(!module.diagnostics().empty());
    for (const warpschool::Diagnostic& diagnostic : module.diagnostics()) {
      require(!diagnostic.message.empty() && diagnostic.line >= 0 && diagnostic.column >= 0);
    }
    return 0;
  }
  for (const Variable& variable : module->variables) {
    check(variable);
  }
  for (const Function& function : module->functions) {
    check(function);
  }
  return 0;
}
