// Which array an address lies in: the pointer that it was made of. Two addresses of one origin are
// elements of one array, whatever their indices are.
//
// Found from def-use chains: moves, conversions between generic and other addresses, and sums with
// numbers keep the pointer; where two pointers meet, and after other arithmetic, it is not known.
#pragma once

#include "lower/analysis/address_values.hpp"
#include "lower/analysis/def_use.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim {

class PointerOrigins {
 public:
  /// A kernel parameter, a variable, or a pointer that was read from one place in memory.
  using Origin = std::uint32_t;
  static constexpr Origin kUnknown = 0;

  /// None need outlive it.
  PointerOrigins(const Program& program, const DefUse& def_use, const AddressValues& addresses);

  /// Of what a load, a store or an atomic accesses.
  Origin of_access(std::size_t at) const { return accesses_[at]; }

 private:
  class Solver;

  std::vector<Origin> accesses_;  ///< by instruction
};

}  // namespace warpschool::sim
