// Marks instructions that are to be followed lane by lane.
#include "lower/analysis/lane_instrumentation.hpp"

#include <utility>

namespace warpschool::sim {

void taint_lanes(Program& program, std::size_t at, LaneTaint watch, Handler follow) {
  watch.execute = program.code[at].execute;
  program.code[at].execute = follow;
  program.lane_taint_at.resize(program.code.size(), kNoIndex);
  program.lane_taint_at[at] = static_cast<std::uint32_t>(program.lane_taints.size());
  program.lane_taints.push_back(std::move(watch));
}

Program unwatched(const Program& program) {
  Program plain = program;
  for (std::size_t at = 0; at < plain.lane_taint_at.size(); ++at) {
    if (const std::uint32_t watch = plain.lane_taint_at[at]; watch != kNoIndex) {
      plain.code[at].execute = plain.lane_taints[watch].execute;
    }
  }
  plain.lane_taints.clear();
  plain.lane_taint_at.clear();
  return plain;
}

RegisterMasks::RegisterMasks(const std::unordered_set<std::uint32_t>& registers, Program& program,
                             FrameBuilder& frame) {
  for (const std::uint32_t slot : registers) {
    const std::uint32_t mask = frame.predicate().offset;
    masks_.emplace(slot, mask);
    program.unset.push_back({mask, 0});
  }
  program.frame_bytes = frame.size();
}

std::vector<std::uint32_t> RegisterMasks::of(const std::vector<std::uint32_t>& slots,
                                             std::uint32_t but) const {
  std::vector<std::uint32_t> masks;
  for (const std::uint32_t slot : slots) {
    if (slot != but && has(slot)) {
      masks.push_back(of(slot));
    }
  }
  return masks;
}

}  // namespace warpschool::sim
