// A loaded module: its variables have addresses, its kernels are lowered.
#pragma once

#include "lower/analysis/written_memory.hpp"
#include "lower/lowering/lowering.hpp"
#include "lower/program/program.hpp"
#include "ptx/ast.hpp"
#include "warpschool/sim/device.hpp"

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

/// See device.hpp.
class Module {
 public:
  explicit Module(ptx::Module tree) : tree_(std::move(tree)) {}

  /// Allocates and initialises variables, lowers every kernel. Empty: all went well.
  /// @param managed variables that live where the host has them.
  Diagnostics load(Memory& memory, std::span<const HostVariable> managed);
  void release(Memory& memory);

  const KernelInfo* kernel(std::string_view name) const;
  /// As the launch needs it: what only checks need costs nothing without them.
  const Program* program(std::string_view name, const Checks& checks) const;
  /// Found out when it is asked for: not all checks need it.
  const WrittenMemory* written_memory(std::string_view name) const;
  const ModuleVariable* variable(std::string_view name) const;

 private:
  struct Kernel {
    KernelInfo info;
    Program program;
    std::unique_ptr<Program> unwatched;  ///< made when it is asked for; none: nothing is watched
    std::unique_ptr<WrittenMemory> written;
  };

  Diagnostics place_variables(Memory& memory, std::span<const HostVariable> managed);
  static const Allocation* place(Memory& memory, const ptx::Variable& variable,
                                 std::span<const HostVariable> managed);
  Diagnostics initialise(Memory& memory, const ptx::Variable& variable);
  Diagnostics lower(const ptx::Function& function);

  ptx::Module tree_;
  LoadedSymbols symbols_;
  std::unordered_map<std::string, std::unique_ptr<Kernel>> kernels_;
  std::unordered_map<std::string, ModuleVariable> variables_;
};

}  // namespace warpschool::sim
