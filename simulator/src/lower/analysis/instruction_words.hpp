// Questions to the words of an instruction, as clang writes them.
#pragma once

#include "ptx/ast.hpp"

#include <algorithm>
#include <string>

namespace warpschool::sim {

/// Is `modifier` one of its words behind dots?
inline bool has(const ptx::Instruction& instruction, const char* modifier) {
  const auto& all = instruction.modifiers;
  return std::find(all.begin(), all.end(), modifier) != all.end();
}

/// The registers that hold where a function's stack frame begins: its generic address and that in
/// local memory.
inline bool is_frame(const std::string& name) {
  return name == "%SP" || name == "%SPL";
}

}  // namespace warpschool::sim
