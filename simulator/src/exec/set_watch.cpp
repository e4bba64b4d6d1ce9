#include "exec/set_watch.hpp"

#include "data/details.hpp"
#include "exec/grid.hpp"

#include <utility>

namespace warpschool::sim {
namespace {

LaneMask& mask_at(Warp& warp, std::uint32_t slot) {
  return *reinterpret_cast<LaneMask*>(warp.frame + slot);
}

void refuse(const Decoded& i, const InstructionInfo& info, LaneMask lanes) {
  GuestFault guest;
  guest.lanes = lanes;
  guest.fault.kind = FaultKind::kUninitialisedRead;
  guest.fault.space = Space::kReg;
  guest.fault.access_bytes = i.bytes;
  guest.fault.is_write = info.opcode != Opcode::kLd;
  guest.fault.detail = kAddressNotSet;
  throw guest;
}

}  // namespace

void follow_set(Warp& warp, const Decoded& i, LaneMask active) {
  const Program& program = warp.grid->program;
  const auto at = static_cast<std::size_t>(&i - program.code.data());
  const SetWatch& watch = program.set_watches[program.set_watch_at[at]];
  if (watch.address != kNoSlot && warp.grid->tracks_written) {
    if (const LaneMask lanes = active & ~mask_at(warp, watch.address); lanes != 0) {
      refuse(i, program.info[at], lanes);
    }
  }
  LaneMask set = active;
  for (const std::uint32_t source : watch.sources) {
    set &= mask_at(warp, source);
  }
  watch.execute(warp, i, active);
  for (const std::uint32_t target : watch.targets) {
    LaneMask& mask = mask_at(warp, target);
    mask = (mask & ~active) | set;
  }
}

}  // namespace warpschool::sim
