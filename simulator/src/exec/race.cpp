#include "exec/race.hpp"

#include "exec/grid.hpp"

#include <cstring>

namespace warpschool::sim {
namespace {

/// Two accesses are ordered by a barrier of the block, by __syncwarp or another warp-level
/// operation within a warp, because one thread made both, or because the earlier thread passed a
/// fence since: it may have handed the word over.
bool ordered(const Block& block, const Accessor& before, const Accessor& now) {
  const bool overlap = (before.bytes & now.bytes) != 0;
  if (!overlap || before.thread == 0 || before.thread == now.thread || before.epoch != now.epoch) {
    return true;
  }
  const std::uint32_t warp = (before.thread - 1) / kWarpSize;
  if (warp == (now.thread - 1) / kWarpSize && before.warp_epoch != now.warp_epoch) {
    return true;
  }
  return (before.is_strong && now.is_strong) || before.fences != block.fences_of(warp);
}

/// The word as lane `lane` is about to store it; false: it stores only a part of it.
bool stored_word(const Warp& warp, const AccessRequest& request, unsigned lane, unsigned index,
                 std::uint32_t& value) {
  const Decoded& i = *request.instruction;
  if (request.kind != AccessKind::kStore ||
      warp.grid->program.info[static_cast<std::size_t>(&i - warp.grid->program.code.data())]
              .opcode != Opcode::kSt) {
    return false;
  }
  const std::uint32_t slots[] = {i.d, i.b, i.c, i.e};
  const bool is_one = i.bytes == 4 && i.b == kNoSlot;
  if (!is_one || index != 0) {
    return false;
  }
  value = reinterpret_cast<const std::uint32_t*>(warp.frame + slots[0])[lane];
  return true;
}

/// Two threads that write one value make no difference to the program.
bool same_value(const Warp& warp, const AccessRequest& request, const Accessor& before,
                unsigned lane, DeviceAddress word) {
  std::uint32_t now = 0, earlier = 0;
  if (!stored_word(warp, request, lane, 0, now)) {
    return false;
  }
  const auto at = static_cast<std::uint32_t>(request.instruction - warp.grid->program.code.data());
  const bool same_instruction = before.at == at && (before.thread - 1) / kWarpSize == warp.index;
  if (same_instruction && stored_word(warp, request, (before.thread - 1) % kWarpSize, 0, earlier)) {
    return earlier == now;
  }
  std::memcpy(&earlier, warp.shared + word * 4, sizeof earlier);
  return earlier == now;
}

[[noreturn]] void report(Warp& warp, const AccessRequest& request, DeviceAddress address,
                         unsigned lane, const Accessor& before, bool before_writes) {
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

/// Remembers two readers of an epoch, of different warps if there are any.
void remember_reader(ShadowWord& shadow, const Accessor& now) {
  const auto warp_of = [](const Accessor& accessor) { return (accessor.thread - 1) / kWarpSize; };
  if (shadow.reader.thread == 0 || shadow.reader.epoch != now.epoch ||
      shadow.reader.thread == now.thread) {
    shadow.other_reader = shadow.reader.epoch == now.epoch ? shadow.other_reader : Accessor{};
    shadow.reader = now;
  } else if (shadow.other_reader.thread == 0 || shadow.other_reader.epoch != now.epoch ||
             warp_of(now) != warp_of(shadow.reader)) {
    shadow.other_reader = now;
  }
}

}  // namespace

void track_shared(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Block& block = *warp.block;
  const Program& program = warp.grid->program;
  const bool writes = request.kind != AccessKind::kLoad;
  Accessor now;
  now.epoch = block.barrier_epoch;
  now.warp_epoch = block.warp_epochs[warp.index];
  now.fences = warp.fences;
  now.at = static_cast<std::uint32_t>(request.instruction - program.code.data());
  now.is_strong = request.kind == AccessKind::kAtomic || program.info[now.at].is_strong;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const DeviceAddress address =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lane]});
    now.thread = warp.index * kWarpSize + lane + 1;
    for (DeviceAddress word = address / 4; word * 4 < address + request.bytes; ++word) {
      ShadowWord& shadow = block.shadow[word];
      const unsigned bytes =
          request.bytes >= 4 ? 0xfu : ((1u << request.bytes) - 1) << (address & 3);
      now.bytes = static_cast<std::uint8_t>(bytes);
      if (!ordered(block, shadow.writer, now) &&
          !(writes && same_value(warp, request, shadow.writer, lane, word))) {
        report(warp, request, address, lane, shadow.writer, true);
      }
      if (!writes) {
        remember_reader(shadow, now);
        continue;
      }
      for (const Accessor* reader : {&shadow.reader, &shadow.other_reader}) {
        if (!ordered(block, *reader, now)) {
          report(warp, request, address, lane, *reader, false);
        }
      }
      shadow.writer = now;
    }
  }
}

}  // namespace warpschool::sim
