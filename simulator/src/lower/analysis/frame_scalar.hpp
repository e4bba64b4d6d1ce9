// Scalars in the stack frame of unoptimised code.
#pragma once

#include "lower/isa/form.hpp"
#include "lower/program/program.hpp"

namespace warpschool::sim {

/// Is it a load or a store of a variable at a fixed place of its function's stack frame?
inline bool is_frame_scalar(const Decoded& i, const InstructionInfo& info) {
  return (info.opcode == Opcode::kLd || info.opcode == Opcode::kSt) && i.space != Space::kParam &&
         i.target != 0;
}

}  // namespace warpschool::sim
