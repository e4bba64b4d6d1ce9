// Places a module's variables and lowers its kernels.
#include "exec/launch/module.hpp"

#include "exec/checks/lane_taint.hpp"
#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/analysis/bounds_checks.hpp"
#include "lower/analysis/lane_instrumentation.hpp"
#include "lower/lowering/texture_fetches.hpp"
#include "memory/shadow.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace warpschool::sim {
namespace {

/// The host does not see what is shared by a block or a thread's own.
bool speaks_to_host(const ptx::Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(),
                     [](const ptx::Instruction& instruction) {
                       const auto has = [&](std::string_view modifier) {
                         return std::find(instruction.modifiers.begin(),
                                          instruction.modifiers.end(),
                                          modifier) != instruction.modifiers.end();
                       };
                       return (has("volatile") || has("sys")) && !has("shared") && !has("local");
                     });
}

/// The host is to set this constant before a kernel reads it.
void expect_value(const Memory& memory, DeviceAddress constant) {
  const Allocation* const held = memory.find(constant);
  if (memory.follows() && held != nullptr && held->shadow != nullptr) {
    held->shadow->written.begin_tracking();
  }
}

/// The last line of the file in which the kernel's code begins.
SourceLocation last_line(const Program& program) {
  SourceLocation last;
  for (const InstructionInfo& info : program.info) {
    if (info.line == 0 || info.file >= program.files.size()) {
      continue;
    }
    const std::string& file = program.files[info.file];
    if (last.line == 0 || (last.file == file && last.line < info.line)) {
      last = {file, info.line, 0};
    }
  }
  return last;
}

}  // namespace

Diagnostics Module::load(Memory& memory, std::span<const HostVariable> managed) {
  if (best_handlers() == nullptr) {
    return {{"", 0, 0,
             "the simulator was built for processors with AVX2 and FMA, and is run without them",
             "configure its build with -DWARPSCHOOL_PORTABLE=ON, and build it again"}};
  }
  expand_texture_fetches(tree_);
  expand_bounds_checks(tree_);
  for (std::size_t i = 0; i < tree_.functions.size(); ++i) {
    if (!tree_.functions[i].is_declaration) {
      symbols_.functions[tree_.functions[i].name] = i;
    }
  }
  Diagnostics diagnostics = place_variables(memory, managed);
  for (const ptx::Function& function : tree_.functions) {
    if (function.is_entry && !function.is_declaration) {
      Diagnostics more = lower(function);
      diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    }
  }
  return diagnostics;
}

void Module::release(Memory& memory) {
  for (const auto& [name, variable] : variables_) {
    memory.release(variable.address);
  }
  variables_.clear();
}

const Allocation* Module::place(Memory& memory, const ptx::Variable& variable,
                                std::span<const HostVariable> managed) {
  for (const HostVariable& host : managed) {
    if (host.name == variable.name && variable.bytes <= host.bytes) {
      return memory.adopt_host(host.host, variable.bytes, AllocationKind::kManaged, {},
                               variable.name);
    }
  }
  const bool is_const = variable.space == Space::kConst;
  return memory.allocate(variable.bytes,
                         is_const ? AllocationKind::kModuleConst : AllocationKind::kModuleGlobal,
                         variable.name);
}

Diagnostics Module::place_variables(Memory& memory, std::span<const HostVariable> managed) {
  for (const ptx::Variable& variable : tree_.variables) {
    const bool is_const = variable.space == Space::kConst;
    if ((!is_const && variable.space != Space::kGlobal) ||
        (variable.is_extern && variable.bytes == 0)) {
      continue;
    }
    const Allocation* allocation = place(memory, variable, managed);
    if (allocation == nullptr) {
      return {{"", 0, 0, "the device has no memory left for variable " + variable.name, ""}};
    }
    variables_[variable.name] = {variable.name, allocation->begin, variable.bytes};
    symbols_.variables[variable.name] = allocation->begin;
  }
  Diagnostics diagnostics;
  for (const ptx::Variable& variable : tree_.variables) {
    if (variables_.count(variable.name) != 0) {
      Diagnostics more = initialise(memory, variable);
      diagnostics.insert(diagnostics.end(), more.begin(), more.end());
    }
  }
  return diagnostics;
}

Diagnostics Module::initialise(Memory& memory, const ptx::Variable& variable) {
  std::byte* bytes = memory.translate(variables_.at(variable.name).address, variable.bytes);
  if (bytes == nullptr) {
    return {};
  }
  std::memset(bytes, 0, variable.bytes);
  if (variable.space == Space::kConst && variable.initial.empty() && variable.relocations.empty()) {
    expect_value(memory, variables_.at(variable.name).address);
    return {};
  }
  std::memcpy(bytes, variable.initial.data(),
              std::min<std::size_t>(variable.initial.size(), variable.bytes));
  for (const auto& relocation : variable.relocations) {
    const auto known = symbols_.variables.find(relocation.symbol);
    const auto function = symbols_.functions.find(relocation.symbol);
    std::uint64_t value = static_cast<std::uint64_t>(relocation.addend);
    if (known != symbols_.variables.end()) {
      value += known->second;
    } else if (function != symbols_.functions.end()) {
      value += function_address(function->second);
    } else if (relocation.symbol == "__cxa_pure_virtual" ||
               relocation.symbol == "__cxa_deleted_virtual") {
      value = 0;  // a call through it is a call of no function
    } else {
      return {{"", static_cast<int>(variable.position.line),
               static_cast<int>(variable.position.column),
               "\"" + relocation.symbol + "\" is not defined in this module",
               "in the initialiser of " + variable.name}};
    }
    if (relocation.offset + sizeof value <= variable.bytes) {
      std::memcpy(bytes + relocation.offset, &value, sizeof value);
    }
  }
  return {};
}

Diagnostics Module::lower(const ptx::Function& function) {
  const LoweringTools tools{
      best_handlers(),
      find_intrinsic,
      follow_set,
      {end_warp_reduction, spoil_lanes, pass_warp_reduction, hand_on_warp_reduction}};
  Result<Program> lowered = lower_kernel(tree_, function, symbols_, tools);
  if (!lowered) {
    return lowered.diagnostics();
  }
  auto kernel = std::make_unique<Kernel>();
  kernel->program = std::move(*lowered);
  KernelInfo& info = kernel->info;
  info.name = function.name;
  const std::vector<std::uint32_t> offsets =
      parameter_offsets(function.parameters, &info.parameter_bytes);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    info.parameters.push_back(
        {offsets[i], static_cast<std::uint32_t>(function.parameters[i].bytes)});
  }
  if (const std::size_t digits = tree_.target.find_first_of("0123456789");
      digits != std::string::npos) {
    info.ptx_target = std::atoi(tree_.target.c_str() + digits);
  }
  info.static_shared_bytes = kernel->program.static_shared_bytes;
  info.local_bytes_per_thread = kernel->program.local_bytes;
  info.registers_per_thread = kernel->program.registers;
  info.dynamic_arrays = kernel->program.dynamic_arrays;
  info.last_line = last_line(kernel->program);
  info.speaks_to_host = std::any_of(tree_.functions.begin(), tree_.functions.end(), speaks_to_host);
  for (const ptx::Variable& variable : tree_.variables) {
    info.constant_bytes +=
        variable.space == Space::kConst ? static_cast<std::uint32_t>(variable.bytes) : 0;
  }
  if (function.max_threads || function.required_threads) {
    const Dim3 most =
        function.required_threads ? *function.required_threads : *function.max_threads;
    info.max_threads_per_block =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(most.count(), 1024));
  }
  kernels_[function.name] = std::move(kernel);
  return {};
}

const KernelInfo* Module::kernel(std::string_view name) const {
  const auto found = kernels_.find(std::string(name));
  return found == kernels_.end() ? nullptr : &found->second->info;
}

const Program* Module::program(std::string_view name, const Checks& checks) const {
  const auto found = kernels_.find(std::string(name));
  if (found == kernels_.end()) {
    return nullptr;
  }
  Kernel& kernel = *found->second;
  if (checks.uninitialised || checks.barriers || kernel.program.lane_taints.empty()) {
    return &kernel.program;
  }
  if (kernel.unwatched == nullptr) {
    kernel.unwatched = std::make_unique<Program>(unwatched(kernel.program));
  }
  return kernel.unwatched.get();
}

const WrittenMemory* Module::written_memory(std::string_view name) const {
  const auto found = kernels_.find(std::string(name));
  if (found == kernels_.end()) {
    return nullptr;
  }
  Kernel& kernel = *found->second;
  if (kernel.written == nullptr) {
    kernel.written = std::make_unique<WrittenMemory>(kernel.program);
  }
  return kernel.written.get();
}

const ModuleVariable* Module::variable(std::string_view name) const {
  const auto found = variables_.find(std::string(name));
  return found == variables_.end() ? nullptr : &found->second;
}

}  // namespace warpschool::sim
