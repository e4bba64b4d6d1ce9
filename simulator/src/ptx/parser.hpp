// PTX text to ptx::Module. Collects every diagnostic and goes on; never throws on bad input, never
// crashes on hostile input.
#pragma once

#include "ptx/ast.hpp"
#include "warpschool/support/result.hpp"

#include <string_view>

namespace warpschool::sim::ptx {

/// Parses a whole module as clang's NVPTX backend writes it. PTX that nvcc wrote is refused: the
/// CUDA EULA forbids translating it for other platforms. The diagnostic says so, and that simcc
/// takes the .cu file.
Result<Module> parse(std::string_view text, std::string_view source_name);

}  // namespace warpschool::sim::ptx
