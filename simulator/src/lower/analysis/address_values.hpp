// Which addresses of a program are equal, wherever their computations stand: value numbering over
// def-use chains (Alpern, Wegman and Zadeck, "Detecting Equality of Variables in Programs", 1988).
//
// A number is a base and a distance from it. Moves and conversions of addresses keep it, and sums
// with constants change its distance. Equal computations of equal numbers have one base. So have
// two loads of one place if nothing may write there in between.
#pragma once

#include "lower/analysis/cfg.hpp"
#include "lower/analysis/def_use.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

class AddressValues {
 public:
  /// Equal numbers are equal values in one thread, if no loop goes round in between.
  struct Number {
    std::uint32_t base = 0;  ///< 0: none, `distance` is the value
    std::int64_t distance = 0;

    bool operator==(const Number& other) const {
      return base == other.base && distance == other.distance;
    }
  };

  /// None need outlive it.
  AddressValues(const Program& program, const ControlFlowGraph& cfg, const DefUse& def_use);

  /// Of the first byte that a load, a store or an atomic accesses.
  const Number& address(std::size_t at) const { return addresses_[at]; }
  /// Of what an instruction finds in a register; nothing: nobody sets it.
  std::optional<Number> number(const DefUse& def_use, std::size_t at, std::uint32_t slot) const;
  /// Of what an instruction leaves in a register; nothing: it leaves nothing there.
  std::optional<Number> made(const DefUse& def_use, std::size_t at, std::uint32_t slot) const;
  /// What an instruction finds in a register, if it is a constant, or a parameter of the kernel and
  /// a constant.
  std::optional<LaunchNumber> launch_number(const DefUse& def_use, std::size_t at,
                                            std::uint32_t slot) const;

 private:
  class Numbering;

  std::vector<Number> addresses_;                             ///< by instruction
  std::vector<Number> numbers_;                               ///< by value
  std::unordered_map<std::uint32_t, Number> constants_;       ///< by slot
  std::unordered_map<std::uint32_t, std::uint32_t> of_base_;  ///< index into Program::constants
};

}  // namespace warpschool::sim
