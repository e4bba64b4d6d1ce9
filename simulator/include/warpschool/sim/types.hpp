// Small value types shared by every part of the simulator. Terms follow the PTX ISA and the CUDA
// C++ Programming Guide.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace warpschool::sim {

inline constexpr unsigned kWarpSize = 32;
inline constexpr unsigned kSectorBytes = 32;  ///< the unit of L1/L2 traffic
inline constexpr unsigned kLineBytes = 128;   ///< a cache line: four sectors
inline constexpr unsigned kSharedBanks = 32;  ///< of 4 bytes each

/// An address of the simulated device's generic address space.
using DeviceAddress = std::uint64_t;

/// One bit a lane.
using LaneMask = std::uint32_t;

/// Extents or indices of a grid or block (dim3, uint3 of CUDA).
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// A position in the student's source (from .loc) or, if there is none, in the PTX text.
struct SourceLocation {
  std::string file;
  unsigned line = 0;  ///< from 1; 0: unknown
  unsigned column = 0;
};

/// PTX state spaces (PTX ISA, section 5.1).
enum class Space : std::uint8_t {
  kGeneric,
  kGlobal,
  kShared,
  kLocal,
  kConst,
  kParam,
  kReg,
  kSpecial,
  kTexture
};

/// "global", "shared", ... as PTX spells it.
const char* to_string(Space space);

}  // namespace warpschool::sim
