// ptx::Module -> Program, once a kernel.
#pragma once

#include "lower/analysis/warp_reductions.hpp"
#include "lower/program/program.hpp"
#include "ptx/ast.hpp"
#include "warpschool/support/result.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace warpschool::sim {

/// Chooses the handler of a form; nullptr: there is none.
using SelectHandler = Handler (*)(const Form&);

/// What lowering needs to know of the module as it was loaded.
struct LoadedSymbols {
  std::unordered_map<std::string, std::uint64_t>
      variables;  ///< .global and .const variables: device address
  std::unordered_map<std::string, std::size_t>
      functions;  ///< index into ptx::Module::functions, those with a body
};

/// The value of a pointer to a function of the module.
inline std::uint64_t function_address(std::size_t index) {
  return kFunctionWindow + 16 * (index + 1);
}

/// Index of the host function that answers calls of an extern ("sinf", "vprintf"); kNoIndex: there
/// is none.
using FindIntrinsic = std::uint32_t (*)(const std::string& name);

struct LoweringTools {
  SelectHandler select = nullptr;
  FindIntrinsic find_intrinsic = nullptr;
  Handler follow_set = nullptr;  ///< runs instructions with addresses that may not be set
  WarpReductionHandlers warp_reductions = {};
};

/// What the simulator cannot execute becomes an instruction that faults when it is reached; names
/// that the module does not define are diagnostics.
Result<Program> lower_kernel(const ptx::Module& module, const ptx::Function& kernel,
                             const LoadedSymbols& symbols, const LoweringTools& tools);

/// Offsets of parameters in the parameter buffer, each at its alignment.
std::vector<std::uint32_t> parameter_offsets(const std::vector<ptx::Variable>& parameters,
                                             std::uint32_t* total);

}  // namespace warpschool::sim
