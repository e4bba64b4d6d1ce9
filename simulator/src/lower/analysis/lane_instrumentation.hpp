// Instructions that are watched lane by lane: see LaneTaint (program.hpp). A kernel is watched for
// one thing alone, addresses that are not set or sums that only one lane has.
#pragma once

#include "lower/program/frame.hpp"
#include "lower/program/program.hpp"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {

/// Has `follow` run an instruction from now on. @param watch without what the instruction does
void taint_lanes(Program& program, std::size_t at, LaneTaint watch, Handler follow);

/// The same program without a watch: for launches without checks.
Program unwatched(const Program& program);

/// Do lanes run this instruction by its handler? What others set, nobody would notice.
inline bool runs_a_handler(const Decoded& i) {
  return i.execute != nullptr && (i.step == Step::kPlain || i.step == Step::kConverge);
}

/// A mask of lanes for each of some registers, empty when a block begins.
class RegisterMasks {
 public:
  RegisterMasks(const std::unordered_set<std::uint32_t>& registers, Program& program,
                FrameBuilder& frame);
  bool has(std::uint32_t slot) const { return masks_.count(slot) != 0; }
  std::uint32_t of(std::uint32_t slot) const { return masks_.at(slot); }
  /// Those of the registers among `slots`, but for one.
  std::vector<std::uint32_t> of(const std::vector<std::uint32_t>& slots,
                                std::uint32_t but = kNoSlot) const;

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> masks_;  ///< by register
};

}  // namespace warpschool::sim
