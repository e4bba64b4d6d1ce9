// The instruction tex as a call.
#pragma once

#include "ptx/ast.hpp"

namespace warpschool::sim {

/// Puts a call of __ws_tex_GEOMETRY_RESULT_COORDINATES (texture_instructions.h of the toolkit) in
/// the place of each tex whose function the module has (PTX ISA, section "Texture Instructions:
/// tex", in unified mode, without mipmaps). Others stay, and are reported when they run.
void expand_texture_fetches(ptx::Module& module);

}  // namespace warpschool::sim
