#include "exec/race.hpp"

#include "exec/grid.hpp"

namespace warpschool::sim {
namespace {

struct Party {
  std::uint32_t thread = 0;  ///< + 1
  std::uint32_t epoch = 0, warp_epoch = 0;
  std::uint32_t at = 0;
};

/// Two accesses are ordered by a barrier of the block, by __syncwarp or another warp-level
/// operation within a warp, or because one thread made both.
bool ordered(const Party& before, const Party& now) {
  if (before.thread == 0 || before.thread == now.thread || before.epoch != now.epoch) {
    return true;
  }
  const bool same_warp = (before.thread - 1) / kWarpSize == (now.thread - 1) / kWarpSize;
  return same_warp && before.warp_epoch != now.warp_epoch;
}

[[noreturn]] void report(Warp& warp, const AccessRequest& request, DeviceAddress address,
                         unsigned lane, const Party& before, bool before_writes) {
  GuestFault guest;
  Fault& fault = guest.fault;
  guest.lanes = LaneMask{1} << lane;
  fault.kind = FaultKind::kRace;
  fault.space = Space::kShared;
  fault.address = address;
  fault.access_bytes = request.bytes;
  fault.is_write = request.kind != AccessKind::kLoad;
  fault.allocation = warp.grid->shared_allocation(address, request.bytes);
  RaceParty other;
  other.where = warp.grid->location(before.at);
  other.block = warp.block->position();
  Warp origin;
  origin.index = (before.thread - 1) / kWarpSize;
  other.thread = warp.block->thread_position(origin, (before.thread - 1) % kWarpSize);
  other.is_write = before_writes;
  fault.other = other;
  throw guest;
}

}  // namespace

void track_shared(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Block& block = *warp.block;
  const bool writes = request.kind != AccessKind::kLoad;
  const bool is_atomic = request.kind == AccessKind::kAtomic;
  Party now;
  now.epoch = block.barrier_epoch;
  now.warp_epoch = block.warp_epochs[warp.index];
  now.at = static_cast<std::uint32_t>(request.instruction - warp.grid->program.code.data());
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const DeviceAddress address =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lane]});
    now.thread = warp.index * kWarpSize + lane + 1;
    for (DeviceAddress word = address / 4; word * 4 < address + request.bytes; ++word) {
      ShadowWord& shadow = block.shadow[word];
      const Party writer{shadow.writer, shadow.write_epoch, shadow.write_warp_epoch,
                         shadow.write_at};
      const Party reader{shadow.reader, shadow.read_epoch, shadow.read_warp_epoch, shadow.read_at};
      if (!(is_atomic && shadow.write_is_atomic) && !ordered(writer, now)) {
        report(warp, request, address, lane, writer, true);
      }
      if (writes && !is_atomic && !ordered(reader, now)) {
        report(warp, request, address, lane, reader, false);
      }
      if (writes) {
        shadow.writer = now.thread;
        shadow.write_epoch = now.epoch;
        shadow.write_warp_epoch = now.warp_epoch;
        shadow.write_at = now.at;
        shadow.write_is_atomic = is_atomic;
      } else {
        shadow.reader = now.thread;
        shadow.read_epoch = now.epoch;
        shadow.read_warp_epoch = now.warp_epoch;
        shadow.read_at = now.at;
      }
    }
  }
}

}  // namespace warpschool::sim
