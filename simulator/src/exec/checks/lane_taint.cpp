// Runs instructions that are followed lane by lane and reports uses of tainted values.
#include "exec/checks/lane_taint.hpp"

#include "exec/launch/grid.hpp"

#include <utility>

namespace warpschool::sim {
namespace {

constexpr LaneMask kFirstLane = 1;

LaneMask& mask_at(Warp& warp, std::uint32_t slot) {
  return *reinterpret_cast<LaneMask*>(warp.frame + slot);
}

LaneMask any_of(Warp& warp, const std::vector<std::uint32_t>& slots) {
  LaneMask lanes = 0;
  for (const std::uint32_t slot : slots) {
    lanes |= mask_at(warp, slot);
  }
  return lanes;
}

LaneMask all_of(Warp& warp, const std::vector<std::uint32_t>& slots) {
  LaneMask lanes = kAllLanes;
  for (const std::uint32_t slot : slots) {
    lanes &= mask_at(warp, slot);
  }
  return lanes;
}

void assign(Warp& warp, const std::vector<std::uint32_t>& slots, LaneMask value, LaneMask active) {
  for (const std::uint32_t slot : slots) {
    LaneMask& mask = mask_at(warp, slot);
    mask = (mask & ~active) | (value & active);
  }
}

void refuse(const Decoded& i, const InstructionInfo& info, LaneMask lanes) {
  GuestFault guest;
  guest.lanes = lanes;
  guest.fault.kind = FaultKind::kUninitialisedRead;
  guest.fault.space = Space::kGeneric;  // no memory is concerned yet
  guest.fault.access_bytes = i.bytes;
  guest.fault.is_write = info.opcode != Opcode::kLd;
  guest.fault.cause = UninitialisedCause{UninitialisedCause::What::kAddress};
  throw guest;
}

const LaneTaint& taint_of(const Warp& warp, const Decoded& i) {
  const Program& program = warp.grid->program;
  return program
      .lane_taints[program.lane_taint_at[static_cast<std::size_t>(&i - program.code.data())]];
}

}  // namespace

void follow_set(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneTaint& watch = taint_of(warp, i);
  if (watch.address != kNoSlot && warp.grid->tracks_written) {
    if (const LaneMask lanes = active & ~mask_at(warp, watch.address); lanes != 0) {
      refuse(i, warp.grid->program.info[warp.pc], lanes);
    }
  }
  const LaneMask set = all_of(warp, watch.sources);
  watch.execute(warp, i, active);
  assign(warp, watch.targets, set, active);
}

void end_warp_reduction(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneTaint& watch = taint_of(warp, i);
  watch.execute(warp, i, active);
  assign(warp, watch.targets, ~kFirstLane, active);
}

void spoil_lanes(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneTaint& watch = taint_of(warp, i);
  watch.execute(warp, i, active);
  assign(warp, watch.targets, kAllLanes, active);
}

void pass_warp_reduction(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneTaint& watch = taint_of(warp, i);
  const LaneMask lost = any_of(warp, watch.sources);
  watch.execute(warp, i, active);
  assign(warp, watch.targets, lost, active);
}

void hand_on_warp_reduction(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneTaint& watch = taint_of(warp, i);
  const LaneMask lost = any_of(warp, watch.sources) & active;
  if (lost != 0 && warp.grid->options.checks.barriers) {
    warp.block->note(warp, FaultKind::kInvalidLaneMask, lost, warp.pc,
                     LaneMaskCause{LaneMaskCause::What::kSumOfLaneZero});
  }
  watch.execute(warp, i, active);
  assign(warp, watch.targets, 0, active);
}

}  // namespace warpschool::sim
