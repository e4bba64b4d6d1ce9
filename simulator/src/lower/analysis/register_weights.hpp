// How many registers of a thread ptxas gives a value.
#pragma once

#include "lower/analysis/dataflow.hpp"
#include "lower/analysis/live_sets.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// What may be computed once for all lanes lies in registers of the warp, or comes from constant
/// memory, unless it is an address; what 32 bits are enough for has one register.
class RegisterWeights {
 public:
  /// All must outlive it.
  RegisterWeights(const Program& program, const Dataflow& flow, const RegisterNumbering& numbering);

  /// In 32-bit registers, by number.
  const std::vector<std::uint32_t>& all() const { return weights_; }
  std::uint32_t sum(const LiveSets::Bits& live) const;

 private:
  void leave_out_what_is_for_all_lanes();
  void halve_what_is_extended();
  bool is_same_in_all_lanes(std::uint32_t slot) const;
  bool is_for_all_lanes(std::uint32_t slot) const;
  bool is_address(std::uint32_t slot) const;
  bool is_extended(std::uint32_t slot) const;

  const Program& program_;
  const Dataflow& flow_;
  const RegisterNumbering& numbering_;
  std::vector<std::uint32_t> weights_;
};

}  // namespace warpschool::sim
