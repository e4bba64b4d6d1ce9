// Lowers one kernel with all functions that it can reach.
#include "lower/lowering/lowering.hpp"

#include "lower/lowering/function_lowering.hpp"
#include "lower/lowering/param_addresses.hpp"
#include "lower/lowering/passes.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace warpschool::sim {
namespace {

using Names = std::set<std::string>;

void collect_names(const ptx::Operand& operand, Names& names) {
  const bool may_be_symbol =
      operand.kind == ptx::Operand::Kind::kSymbol ||
      (operand.kind == ptx::Operand::Kind::kAddress && !operand.base_is_register);
  if (may_be_symbol && !operand.name.empty()) {
    names.insert(operand.name);
  }
  for (const ptx::Operand& element : operand.elements) {
    collect_names(element, names);
  }
}

Names names_in(const ptx::Function& function) {
  Names names;
  for (const ptx::Instruction& instruction : function.instructions) {
    for (const ptx::Operand& operand : instruction.operands) {
      collect_names(operand, names);
    }
  }
  return names;
}

bool calls_pointers(const ptx::Function& function, const LoadedSymbols& symbols) {
  for (const ptx::Instruction& instruction : function.instructions) {
    if (instruction.opcode != "call") {
      continue;
    }
    const std::size_t callee =
        !instruction.operands.empty() && instruction.operands[0].kind == ptx::Operand::Kind::kList;
    if (callee < instruction.operands.size() &&
        instruction.operands[callee].kind == ptx::Operand::Kind::kRegister &&
        symbols.functions.count(instruction.operands[callee].name) == 0) {
      return true;
    }
  }
  return false;
}

/// Which functions a kernel can reach, and which of them can reach themselves.
class CallGraph {
 public:
  CallGraph(const ptx::Module& module, const LoadedSymbols& symbols)
      : module_(module), symbols_(symbols) {}

  void reach(const ptx::Function& function) {
    if (edges_.count(&function) != 0) {
      return;
    }
    order_.push_back(&function);
    std::vector<const ptx::Function*>& targets = edges_[&function];
    for (const std::string& name : names_in(function)) {
      add(name, targets);
    }
    if (calls_pointers(function, symbols_)) {
      for (const ptx::Variable& variable : module_.variables) {
        for (const auto& relocation : variable.relocations) {
          add(relocation.symbol, targets);
        }
      }
      // Whoever has its address taken anywhere may be called from here.
      for (const ptx::Function& other : module_.functions) {
        for (const std::string& name : names_in(other)) {
          add(name, targets);
        }
      }
    }
    const std::vector<const ptx::Function*> next = targets;
    for (const ptx::Function* target : next) {
      reach(*target);
    }
  }

  const std::vector<const ptx::Function*>& order() const { return order_; }

  bool is_recursive(const ptx::Function* function) const {
    std::set<const ptx::Function*> seen;
    std::vector<const ptx::Function*> work = edges_.at(function);
    while (!work.empty()) {
      const ptx::Function* next = work.back();
      work.pop_back();
      if (next == function) {
        return true;
      }
      if (seen.insert(next).second) {
        const auto& more = edges_.at(next);
        work.insert(work.end(), more.begin(), more.end());
      }
    }
    return false;
  }

 private:
  void add(const std::string& name, std::vector<const ptx::Function*>& targets) {
    const auto found = symbols_.functions.find(name);
    if (found != symbols_.functions.end() && !module_.functions[found->second].is_entry) {
      targets.push_back(&module_.functions[found->second]);
    }
  }

  const ptx::Module& module_;
  const LoadedSymbols& symbols_;
  std::vector<const ptx::Function*> order_;
  std::unordered_map<const ptx::Function*, std::vector<const ptx::Function*>> edges_;
};

/// Lays out shared memory: the static variables of every function reached, then all dynamic
/// ("extern") arrays at one place.
void place_shared(KernelContext& kernel) {
  std::vector<const ptx::Variable*> dynamic;
  std::uint64_t size = 0;
  Names used;
  for (const ptx::Function* function : kernel.bodies) {
    used.merge(names_in(*function));
  }
  const auto place = [&](const ptx::Variable& variable) {
    if (variable.space != Space::kShared || used.count(variable.name) == 0 ||
        kernel.shared.count(variable.name) != 0) {
      return;
    }
    if (variable.is_extern || variable.bytes == 0) {
      dynamic.push_back(&variable);
      kernel.program.dynamic_arrays.push_back(variable.name);
      kernel.shared.emplace(variable.name, 0);
      return;
    }
    const std::uint64_t alignment = std::max(1u, variable.alignment);
    size = (size + alignment - 1) / alignment * alignment;
    kernel.shared.emplace(variable.name, size);
    kernel.program.shared_variables.push_back({variable.name, static_cast<std::uint32_t>(size),
                                               static_cast<std::uint32_t>(variable.bytes)});
    size += variable.bytes;
  };
  for (const ptx::Variable& variable : kernel.module.variables) {
    place(variable);
  }
  for (const ptx::Function* function : kernel.bodies) {
    for (const ptx::Variable& variable : function->variables) {
      place(variable);
    }
  }
  std::uint64_t alignment = 16;
  for (const ptx::Variable* variable : dynamic) {
    alignment = std::max<std::uint64_t>(alignment, variable->alignment);
  }
  const std::uint64_t begin =
      dynamic.empty() ? size : (size + alignment - 1) / alignment * alignment;
  for (const ptx::Variable* variable : dynamic) {
    kernel.shared[variable->name] = begin;
  }
  kernel.program.static_shared_bytes = static_cast<std::uint32_t>(begin);
}

void declare_functions(KernelContext& kernel, const CallGraph& graph) {
  for (const ptx::Function* function : graph.order()) {
    FunctionInfo info;
    info.name = function->name;
    info.recursive = graph.is_recursive(function);
    kernel.program.recursive |= info.recursive;
    info.formals_begin = kernel.frame.slot_count();
    if (!function->is_entry) {
      for (const ptx::Variable& parameter : function->parameters) {
        info.parameters.push_back(
            kernel.frame.variable(static_cast<std::uint32_t>(parameter.bytes)));
      }
      for (const ptx::Variable& result : function->results) {
        info.results.push_back(kernel.frame.variable(static_cast<std::uint32_t>(result.bytes)));
      }
    }
    info.formals_end = kernel.frame.slot_count();
    kernel.functions.emplace(function->name,
                             static_cast<std::uint32_t>(kernel.program.functions.size()));
    kernel.program.functions.push_back(std::move(info));
    std::optional<ptx::Function> resolved = resolve_parameter_addresses(*function);
    kernel.bodies.push_back(resolved ? &kernel.resolved.emplace_back(std::move(*resolved))
                                     : function);
  }
}

}  // namespace

std::vector<std::uint32_t> parameter_offsets(const std::vector<ptx::Variable>& parameters,
                                             std::uint32_t* total) {
  std::vector<std::uint32_t> offsets;
  std::uint32_t size = 0;
  for (const ptx::Variable& parameter : parameters) {
    const std::uint32_t alignment = std::max(1u, parameter.alignment);
    size = (size + alignment - 1) / alignment * alignment;
    offsets.push_back(size);
    size += static_cast<std::uint32_t>(parameter.bytes);
  }
  *total = size;
  return offsets;
}

/// A thread's, as on a device.
static constexpr std::uint32_t kMostLocalBytes = 512u << 10;

Result<Program> lower_kernel(const ptx::Module& module, const ptx::Function& kernel_function,
                             const LoadedSymbols& symbols, const LoweringTools& tools) {
  Program program;
  program.name = kernel_function.name;
  program.files = module.files;
  KernelContext kernel{module, symbols, tools, program, FrameBuilder(program), {}, {},
                       {},     {},      {},    {}};
  CallGraph graph(module, symbols);
  graph.reach(kernel_function);
  declare_functions(kernel, graph);
  place_shared(kernel);
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    FunctionLowering(kernel, i).run();
  }
  for (const auto& [name, index] : kernel.functions) {
    const auto address = symbols.functions.find(name);
    if (address != symbols.functions.end()) {
      program.function_addresses.emplace(function_address(address->second), index);
    }
  }
  program.frame_bytes = kernel.frame.size();
  constexpr std::uint32_t kMostFrameBytes = 64u << 20;
  if (program.frame_bytes > kMostFrameBytes || program.local_bytes > kMostLocalBytes) {
    kernel.diagnostics.push_back({"", static_cast<int>(kernel_function.position.line), 0,
                                  "the kernel needs more registers or local memory than there is",
                                  "with all functions that it calls"});
  }
  run_passes(program, kernel.frame, tools);
  if (!kernel.diagnostics.empty()) {
    return kernel.diagnostics;
  }
  return program;
}

}  // namespace warpschool::sim
