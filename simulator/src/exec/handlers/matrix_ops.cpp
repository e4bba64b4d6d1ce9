// wmma, mma and ldmatrix (PTX ISA, section 9.7.14). The run loop has brought all lanes together.
//
// Products are exact; a sum begins with the element of C, is kept in double and is rounded once,
// to the type of D, at the end. (Of f64 each step is an fma.) A GPU adds in another order and with
// fewer bits, so that its last bits may differ.
#include "exec/access/access.hpp"
#include "exec/access/whole_warp.hpp"
#include "exec/handlers/half_ops.hpp"

#include <cstring>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

constexpr unsigned kMostElements = 512;  ///< of the largest operand: 32 x 16
constexpr unsigned kMostLaneBytes = 16;

/// The bytes that each lane moves in one access.
struct alignas(64) Pieces {
  std::byte of_lane[kWarpSize][kMostLaneBytes];
};

WARPSCHOOL_INLINE void copy_piece(std::byte* to, const std::byte* from, unsigned bytes) {
  switch (bytes) {
    case 4:
      std::memcpy(to, from, 4);
      break;
    case 8:
      std::memcpy(to, from, 8);
      break;
    default:
      std::memcpy(to, from, 16);
      break;
  }
}

/// One access of the lanes of `active`, each to the address in its word of `slot`. Returns the
/// space that the address was of.
template <AccessKind kind>
Space move_pieces(Warp& warp, const Decoded& i, std::uint32_t slot, std::uint32_t site,
                  LaneMask active, Pieces& pieces) {
  Access access;
  while (active != 0) {
    AccessRequest request{
        .kind = kind, .space = i.space, .bytes = i.bytes, .active = active, .site = site};
    const std::int64_t displacement = slot == i.a ? i.displacement : 0;
    const LaneMask served = resolve(warp, i, slot, displacement, request, access);
    for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(__builtin_ctz(rest));
      std::byte* const place = access.base + access.delta[l];
      if constexpr (kind == AccessKind::kLoad) {
        copy_piece(pieces.of_lane[l], place, i.bytes);
      } else {
        copy_piece(place, pieces.of_lane[l], i.bytes);
      }
    }
    active &= ~served;
  }
  return access.space;
}

/// Where lane l finds element e of its part of a tile that lies across the lines in memory: such a
/// tile is moved along its columns, a piece a lane, and the lanes exchange the elements.
struct Exchange {
  unsigned lane, element;
};
WARPSCHOOL_INLINE Exchange exchange(const Fragment& f, unsigned l, unsigned e) {
  const unsigned pieces = 8 / f.side_by_side;  // of a column
  const unsigned column = l % 4 * f.side_by_side + e;
  return {column * pieces + l / 4 / f.side_by_side, l / 4 % f.side_by_side};
}

/// The address of each lane's piece of a tile.
void find_pieces(Warp& warp, const MatrixSite& site, const MatrixPlace& place, unsigned tile) {
  const Fragment& f = site.d;
  auto* address = lanes<DoubleWord>(warp, site.addresses);
  const unsigned pieces = 8 / f.side_by_side;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    std::uint64_t element = 0;
    if (site.along_lines) {
      element = std::uint64_t{f.line(tile, l)} * place.stride + f.place(tile, l);
    } else {
      const unsigned column = f.place(tile, 0) + l / pieces;
      element = std::uint64_t{column} * place.stride + f.line(tile, 0) +
                std::uint64_t{l % pieces} * f.side_by_side;
    }
    address[l] = place.address + element * f.element_bytes();
  }
}

/// Turns pieces of columns into the lanes' parts of a tile, or back.
template <bool to_lanes>
void exchange_pieces(const Fragment& f, Pieces& pieces) {
  const Pieces before = pieces;
  const unsigned bytes = f.element_bytes();
  for (unsigned l = 0; l < kWarpSize; ++l) {
    for (unsigned e = 0; e < f.side_by_side; ++e) {
      const Exchange other = exchange(f, l, e);
      const std::size_t own = std::size_t{e} * bytes, its = std::size_t{other.element} * bytes;
      if constexpr (to_lanes) {
        std::memcpy(pieces.of_lane[l] + own, before.of_lane[other.lane] + its, bytes);
      } else {
        std::memcpy(pieces.of_lane[other.lane] + its, before.of_lane[l] + own, bytes);
      }
    }
  }
}

template <class Slot>
void fill_register(Warp& warp, std::uint32_t slot, const Pieces& pieces, std::size_t offset) {
  auto* d = lanes<Slot>(warp, slot);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    std::memcpy(&d[l], pieces.of_lane[l] + offset, sizeof(Slot));
  }
}

void load_matrix(Warp& warp, const Decoded& i, LaneMask) {
  const MatrixSite& site = matrix_site(warp, i);
  const Fragment& f = site.d;
  const MatrixPlace place = matrix_place(warp, i);
  const unsigned width = f.element_bytes() == 8 ? 8 : 4;
  Pieces pieces;
  for (unsigned tile = 0; tile < f.tiles(); ++tile) {
    find_pieces(warp, site, place, tile);
    move_pieces<AccessKind::kLoad>(warp, i, site.addresses, site.memory_site + tile, kAllLanes,
                                   pieces);
    if (!site.along_lines) {
      exchange_pieces<true>(f, pieces);
    }
    for (unsigned r = tile * f.tile_registers(); r < f.slots.size(); r += f.registers()) {
      for (unsigned n = 0; n < f.tile_registers(); ++n) {
        const std::size_t offset = std::size_t{n} * width;
        width == 8 ? fill_register<DoubleWord>(warp, f.slots[r + n], pieces, offset)
                   : fill_register<Word>(warp, f.slots[r + n], pieces, offset);
      }
    }
  }
}

template <class Slot>
void read_register(Warp& warp, std::uint32_t slot, Pieces& pieces, std::size_t offset) {
  const auto* d = lanes<Slot>(warp, slot);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    std::memcpy(pieces.of_lane[l] + offset, &d[l], sizeof(Slot));
  }
}

void store_matrix(Warp& warp, const Decoded& i, LaneMask) {
  const MatrixSite& site = matrix_site(warp, i);
  const Fragment& f = site.d;
  const MatrixPlace place = matrix_place(warp, i);
  const unsigned width = f.element_bytes() == 8 ? 8 : 4;
  Pieces pieces;
  for (unsigned tile = 0; tile < f.tiles(); ++tile) {
    for (unsigned n = 0; n < f.tile_registers(); ++n) {
      const std::uint32_t slot = f.slots[tile * f.tile_registers() + n];
      const std::size_t offset = std::size_t{n} * width;
      width == 8 ? read_register<DoubleWord>(warp, slot, pieces, offset)
                 : read_register<Word>(warp, slot, pieces, offset);
    }
    if (!site.along_lines) {
      exchange_pieces<false>(f, pieces);
    }
    find_pieces(warp, site, place, tile);
    move_pieces<AccessKind::kStore>(warp, i, site.addresses, site.memory_site + tile, kAllLanes,
                                    pieces);
  }
  ++warp.writes;
}

/// Lanes 0 to 7 point to the rows of the first 8 x 8 matrix, lanes 8 to 15 to those of the second,
/// and so on; each register gets two elements of a row (.trans: of a column).
void ldmatrix(Warp& warp, const Decoded& i, LaneMask) {
  const MatrixSite& site = matrix_site(warp, i);
  const auto count = static_cast<unsigned>(site.d.slots.size());
  const LaneMask active = count == 4 ? kAllLanes : (LaneMask{1} << 8 * count) - 1;
  Pieces rows;
  if (move_pieces<AccessKind::kLoad>(warp, i, i.a, site.memory_site, active, rows) !=
      Space::kShared) {
    fail_not_shared(warp, i);
  }
  for (unsigned r = 0; r < count; ++r) {
    auto* d = lanes<Word>(warp, site.d.slots[r]);
    const auto* row = rows.of_lane + std::size_t{8} * r;
    for (unsigned l = 0; l < kWarpSize; ++l) {
      std::memcpy(&d[l], row[l / 4] + std::size_t{l % 4} * 4, 4);
    }
  }
}

void ldmatrix_transposed(Warp& warp, const Decoded& i, LaneMask active) {
  ldmatrix(warp, i, active);
  const MatrixSite& site = matrix_site(warp, i);
  for (const std::uint32_t slot : site.d.slots) {
    auto* d = lanes<Word>(warp, slot);
    std::uint16_t element[8][8];
    for (std::size_t l = 0; l < kWarpSize; ++l) {
      element[l / 4][l % 4 * 2] = static_cast<std::uint16_t>(d[l]);
      element[l / 4][l % 4 * 2 + 1] = static_cast<std::uint16_t>(d[l] >> 16);
    }
    for (std::size_t l = 0; l < kWarpSize; ++l) {
      d[l] = element[l % 4 * 2][l / 4] | Word{element[l % 4 * 2 + 1][l / 4]} << 16;
    }
  }
}

/// Steps between elements of an operand that was spread out: to the next line, to the next place.
struct Steps {
  unsigned line, place;
};

template <class Slot, class Convert>
WARPSCHOOL_INLINE void spread(Warp& warp, const Fragment& f, Steps steps, double* to,
                              Convert convert) {
  const unsigned bits = 8 * f.element_bytes();
  for (unsigned tile = 0; tile < f.tiles(); ++tile) {
    for (unsigned e = 0; e < f.side_by_side; ++e) {
      const bool packed = f.is_packed();
      const auto* words = lanes<Slot>(warp, f.slots[tile * f.tile_registers() + (packed ? 0 : e)]);
      for (unsigned l = 0; l < kWarpSize; ++l) {
        const auto at = f.line(tile, l) * steps.line + (f.place(tile, l) + e) * steps.place;
        to[at] = convert(packed ? static_cast<Slot>(words[l] >> (e * bits)) : words[l]);
      }
    }
  }
}

/// The elements of an operand as numbers, by line and place.
void spread(Warp& warp, const Fragment& f, Steps steps, double* to) {
  const auto as_float = [](Word word) {
    return static_cast<double>(__builtin_bit_cast(float, word));
  };
  switch (f.type) {
    case Type::kF16:
      spread<Word>(warp, f, steps, to, widen<HalfFormat>);
      break;
    case Type::kBf16:
      spread<Word>(warp, f, steps, to, widen<BrainFormat>);
      break;
    case Type::kTf32:  // the lower 13 bits are not looked at
      spread<Word>(warp, f, steps, to, [=](Word word) { return as_float(word & 0xffff'e000u); });
      break;
    case Type::kF32:
      spread<Word>(warp, f, steps, to, as_float);
      break;
    case Type::kF64:
      spread<DoubleWord>(warp, f, steps, to, decode<double, DoubleWord>);
      break;
    case Type::kS8:
      spread<Word>(warp, f, steps, to,
                   [](Word word) { return static_cast<double>(static_cast<std::int8_t>(word)); });
      break;
    case Type::kU8:
      spread<Word>(warp, f, steps, to,
                   [](Word word) { return static_cast<double>(static_cast<std::uint8_t>(word)); });
      break;
    default:
      spread<Word>(warp, f, steps, to,
                   [](Word word) { return static_cast<double>(static_cast<std::int32_t>(word)); });
      break;
  }
}

template <class Slot, class Convert>
WARPSCHOOL_INLINE void collect(Warp& warp, const Fragment& f, const double* from, Convert convert) {
  const unsigned bits = 8 * f.element_bytes();
  for (unsigned tile = 0; tile < f.tiles(); ++tile) {
    for (unsigned e = 0; e < f.side_by_side; ++e) {
      const bool packed = f.is_packed();
      auto* words = lanes<Slot>(warp, f.slots[tile * f.tile_registers() + (packed ? 0 : e)]);
      for (unsigned l = 0; l < kWarpSize; ++l) {
        const Slot value = convert(from[f.line(tile, l) * f.length + f.place(tile, l) + e]);
        words[l] = packed && e > 0 ? words[l] | static_cast<Slot>(value << (e * bits)) : value;
      }
    }
  }
}

/// Rounds the sums into the registers of D. Sums of integers are exact so far: they fit a double.
void collect(Warp& warp, const MatrixSite& site, const double* from) {
  switch (site.d.type) {
    case Type::kF16:
      collect<Word>(warp, site.d, from,
                    [](double sum) { return round_to<HalfFormat>(sum, Rounding::kNearest); });
      break;
    case Type::kF32:
      collect<Word>(warp, site.d, from, [](double sum) {
        return sum != sum ? 0x7fff'ffffu : encode<Word>(static_cast<float>(sum));
      });
      break;
    case Type::kF64:
      collect<DoubleWord>(warp, site.d, from, encode<DoubleWord, double>);
      break;
    default:
      collect<Word>(warp, site.d, from, [&](double sum) {
        constexpr double kLowest = -2147483648.0, kHighest = 2147483647.0;
        const double kept = !site.saturates  ? sum
                            : sum < kLowest  ? kLowest
                            : sum > kHighest ? kHighest
                                             : sum;
        return static_cast<Word>(static_cast<std::int64_t>(kept));
      });
      break;
  }
}

/// sums += a * b: m x k by k x columns.
template <unsigned columns, bool fused>
void multiply_add(const MatrixSite& site, const double* a, const double* b, double* sums) {
  for (unsigned row = 0; row < site.m; ++row) {
    double* const sum = sums + std::size_t{row} * columns;
    for (unsigned k = 0; k < site.k; ++k) {
      const double factor = a[row * site.k + k];
      const double* const line = b + std::size_t{k} * columns;
      for (unsigned n = 0; n < columns; ++n) {
        sum[n] = fused ? __builtin_fma(factor, line[n], sum[n]) : sum[n] + factor * line[n];
      }
    }
  }
}

void multiply(Warp& warp, const Decoded& i, LaneMask) {
  const MatrixSite& site = matrix_site(warp, i);
  alignas(64) double a[kMostElements] = {}, b[kMostElements] = {}, sums[kMostElements] = {};
  spread(warp, site.a, {site.k, 1}, a);
  spread(warp, site.b, {1, site.n}, b);
  spread(warp, site.c, {site.n, 1}, sums);
  if (site.a.type == Type::kF64) {
    multiply_add<8, true>(site, a, b, sums);
  } else if (site.n == 8) {
    multiply_add<8, false>(site, a, b, sums);
  } else if (site.n == 16) {
    multiply_add<16, false>(site, a, b, sums);
  } else {
    multiply_add<32, false>(site, a, b, sums);
  }
  collect(warp, site, sums);
}

}  // namespace

Handler select_matrix(const Form& form) {
  if (form.opcode == Opcode::kLdmatrix) {
    return form.mode == Mode::kTranspose ? ldmatrix_transposed : ldmatrix;
  }
  if (form.opcode == Opcode::kMma) {
    return multiply;
  }
  switch (form.mode) {
    case Mode::kMatrixLoad:
      return load_matrix;
    case Mode::kMatrixStore:
      return store_matrix;
    default:
      return multiply;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
