// Loads that compilers move out of a branch. "x = find(..., at) ? at : 0" becomes a load of `at` by
// all lanes, and a selp that drops the value where nothing was found. Those lanes do not count as
// readers.
#pragma once

#include "lower/analysis/block_layout.hpp"
#include "ptx/ast.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

/// How registers are used in one function; guards count.
struct RegisterUses {
  std::unordered_map<std::string, unsigned> mentions;  ///< how often a register is named
  std::unordered_map<std::string, unsigned> loads;     ///< how many loads write it
  std::unordered_map<std::string, std::vector<const ptx::Instruction*>> readers;
};

/// A function as it is lowered.
struct FunctionView {
  const ptx::Function& function;
  const std::vector<BasicBlock>& blocks;
  const RegisterUses& uses;
};

/// A lane needs what it loads where `predicate` is `value`.
struct HoistedLoad {
  std::string predicate;
  bool value = true;

  bool operator==(const HoistedLoad& other) const {
    return predicate == other.predicate && value == other.value;
  }
};

/// Of a load of one register: the choice on which all hangs that is made of its value, by
/// selections and branches. Nothing: it is needed in any case, or the predicate is not known yet
/// when the load is made.
std::optional<HoistedLoad> find_hoisted_load(const FunctionView& view,
                                             const ptx::Instruction& load);

}  // namespace warpschool::sim
