// Checks of texture and surface objects that device code is given. Is it a handle, is it of the
// kind that the function reads, and does a surface access lie inside? See CUDA C++ Programming
// Guide, "Texture and Surface Memory". The toolkit's tex2D, surf2Dwrite and their kin ask here; the
// texels are then read as other memory is.
#pragma once

#include "exec/schedule/warp.hpp"

namespace warpschool::sim {

/// __ws_texture(handle, what): the address of the record (warpschool_toolkit/texture_record.h).
/// Throws GuestFault.
void texture_record(Warp& warp, const CallSite& site, LaneMask active);

/// __ws_surface(handle, x, y, z, what): the address of the bytes that are read or written; 0
/// outside, where the boundary mode asks for zeros. Throws GuestFault.
void surface_address(Warp& warp, const CallSite& site, LaneMask active);

}  // namespace warpschool::sim
