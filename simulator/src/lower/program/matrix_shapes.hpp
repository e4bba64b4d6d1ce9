// Matrix instructions (PTX ISA, section 9.7.14, "Warp Level Matrix Multiply-Accumulate
// Instructions"): which lane holds which element, and what an instruction needs beyond the few
// operands of Decoded.
//
// A fragment is made of tiles. In a tile eight groups of four lanes hold eight lines of the matrix,
// a lane a few elements side by side. That is the layout that PTX documents for mma.sync and
// ldmatrix. Fragments of wmma, whose layout PTX leaves open, are laid out the same way, tile after
// tile. Where PTX gives a fragment more registers than its elements need (A and B of f16), the
// registers repeat.
#pragma once

#include "ptx/ast.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::sim {

/// One operand of a matrix instruction. "Lines" run along k for A and B, along n for C and D; they
/// are rows of A, C and D and columns of B.
struct Fragment {
  ptx::Type type = ptx::Type::kF16;  ///< of an element
  std::uint8_t lines = 0, length = 0;
  std::uint8_t side_by_side = 1;     ///< elements of a lane in a tile
  std::vector<std::uint32_t> slots;  ///< of the registers

  unsigned element_bytes() const { return ptx::bytes_of(type); }
  unsigned lane_bytes() const { return side_by_side * element_bytes(); }  ///< of a tile
  /// Small elements share a register; others have one each.
  bool is_packed() const { return element_bytes() < 4; }
  unsigned tile_registers() const { return is_packed() ? 1u : side_by_side; }
  unsigned tile_length() const { return 4u * side_by_side; }
  unsigned tiles_across() const { return lines / 8u; }
  unsigned tiles() const { return tiles_across() * (length / tile_length()); }
  unsigned registers() const { return tiles() * tile_registers(); }  ///< that differ
  /// Line and place in it of a lane's first element of a tile.
  unsigned line(unsigned tile, unsigned lane) const { return tile % tiles_across() * 8 + lane / 4; }
  unsigned place(unsigned tile, unsigned lane) const {
    return tile / tiles_across() * tile_length() + lane % 4 * side_by_side;
  }
};

/// What stands beside the program for one matrix instruction (Decoded::extra is its index).
struct MatrixSite {
  std::uint8_t m = 0, n = 0, k = 0;
  Fragment a, b, c, d;     ///< loads fill d, stores read d; ldmatrix uses d.slots alone
  bool saturates = false;  ///< .satfinite
  bool along_lines =
      true;  ///< lines lie in one piece in memory: row-major A, C and D, column-major B
  std::uint32_t stride =
      0xffff'ffffu;  ///< slot of the leading dimension; kNoSlot: that of the shape
  std::uint32_t addresses = 0xffff'ffffu;  ///< slot in which the lanes' addresses are computed
  std::uint32_t memory_site = 0;           ///< of the first tile; the others follow
};

/// Operand 'a', 'b', 'c' or 'd' of an m x n x k product.
Fragment fragment_of(char operand, ptx::Type type, const MatrixSite& site);

/// Reads "m16n8k16" or "m8n8". False: it is no shape.
bool read_shape(const std::string& modifier, MatrixSite& site);

}  // namespace warpschool::sim
