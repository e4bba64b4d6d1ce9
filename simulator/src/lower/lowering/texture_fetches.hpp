// The instruction tex as a call.
#pragma once

#include "ptx/ast.hpp"

namespace warpschool::sim {

/// Replaces each tex by a call of __ws_tex_GEOMETRY_RESULT_COORDINATES (texture_instructions.h of
/// the toolkit), if the module has that function. See PTX ISA, section "Texture Instructions: tex",
/// in unified mode, without mipmaps. Others stay, and are reported when they run.
void expand_texture_fetches(ptx::Module& module);

}  // namespace warpschool::sim
