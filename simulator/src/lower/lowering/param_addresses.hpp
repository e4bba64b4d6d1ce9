// Parameters of device functions that are read through their address.
#pragma once

#include "ptx/ast.hpp"

#include <optional>

namespace warpschool::sim {

/// A device function's parameters lie in registers as long as each access names them. Where one is
/// read through a register, the function that this returns does the same without. A known address
/// (that of a parameter, moved, or with a constant added) is put in place of the register. Else the
/// parameters whose address is taken are copied to local memory first: "the parameter will be
/// copied to the stack if necessary, and so the address will be in the .local state space" (PTX
/// ISA, section 5.1.6.2). Nothing: all accesses name their parameter.
std::optional<ptx::Function> resolve_parameter_addresses(const ptx::Function& function);

}  // namespace warpschool::sim
