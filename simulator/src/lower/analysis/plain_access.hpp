// Accesses to device memory that promise nothing to other threads.
#pragma once

#include "lower/program/program.hpp"

#include <cstddef>

namespace warpschool::sim {

/// Is an instruction such a load (kLd) or store (kSt)?
inline bool is_plain_access(const Program& program, std::size_t at, Opcode opcode) {
  const Space space = program.code[at].space;
  const InstructionInfo& info = program.info[at];
  return info.opcode == opcode && !info.is_strong &&
         (space == Space::kGlobal || space == Space::kGeneric);
}

}  // namespace warpschool::sim
