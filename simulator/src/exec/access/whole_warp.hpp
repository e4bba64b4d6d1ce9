// What matrix instructions ask of a warp: all of its lanes, and one address.
#pragma once

#include "exec/schedule/warp.hpp"

namespace warpschool::sim {

/// The operands of a matrix instruction.
const MatrixSite& matrix_site(const Warp& warp, const Decoded& instruction);

/// The address that all lanes give for a matrix, in the space that the instruction names, and its
/// leading dimension in elements. Throws GuestFault if lanes differ, or if either is not aligned.
struct MatrixPlace {
  DeviceAddress address = 0;
  std::uint32_t stride = 0;
};
MatrixPlace matrix_place(const Warp& warp, const Decoded& instruction);

/// ldmatrix was given an address that is not of shared memory. Throws GuestFault.
[[noreturn]] void fail_not_shared(const Warp& warp, const Decoded& instruction);

}  // namespace warpschool::sim
