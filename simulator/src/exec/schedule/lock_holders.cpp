// Locks: who took one, and who of a block waits for it.
#include "exec/schedule/lock_holders.hpp"

#include "exec/access/address_windows.hpp"
#include "exec/launch/grid.hpp"

#include <optional>
#include <utility>

namespace warpschool::sim {
namespace {

std::uint64_t word_of(const Warp& warp, std::uint32_t slot, unsigned lane, unsigned bytes) {
  if (slot == kNoSlot) {
    return 0;
  }
  return bytes == 8 ? reinterpret_cast<const std::uint64_t*>(warp.frame + slot)[lane]
                    : reinterpret_cast<const std::uint32_t*>(warp.frame + slot)[lane];
}

/// A compare-and-swap or an exchange whose answer the program looks at.
bool may_take_lock(const Program& program, std::uint32_t at) {
  const InstructionInfo& info = program.info[at];
  return info.opcode == Opcode::kAtom && info.result_compared &&
         (program.code[at].c != kNoSlot || info.overwrites);
}

}  // namespace

LockTaken attempt_of(const Warp& warp, const Decoded& atomic, unsigned lane) {
  const Program& program = warp.grid->program;
  LockTaken attempt;
  attempt.address =
      word_of(warp, atomic.a, lane, 8) + static_cast<std::uint64_t>(atomic.displacement);
  const bool is_shared =
      atomic.space == Space::kShared ||
      (atomic.space == Space::kGeneric && space_of(attempt.address) == Space::kShared);
  attempt.owner = is_shared ? warp.block->index() : LockHolders::kAllBlocks;
  attempt.block = warp.block->index();
  attempt.thread = warp.index * kWarpSize + lane;
  attempt.at = static_cast<std::uint32_t>(&atomic - program.code.data());
  attempt.value = word_of(warp, atomic.c != kNoSlot ? atomic.c : atomic.b, lane, atomic.bytes);
  return attempt;
}

void note_swapped(Warp& warp, const Decoded& atomic, unsigned lane) {
  const LockTaken taken = attempt_of(warp, atomic, lane);
  if (may_take_lock(warp.grid->program, taken.at)) {
    warp.worker->locks.remember(taken);
  }
}

/// The lock that a lane tries to take again and again, if it is known who has it: what the lane
/// found there last is what that thread left.
const LockTaken* Block::lock_waited_for(const Warp& warp, const Split& split) {
  const Program& program = grid_.program;
  const auto lane = static_cast<unsigned>(__builtin_ctz(split.mask));
  for (const std::uint32_t at : barrier_paths().loop_of(split.pc)) {
    if (!may_take_lock(program, at)) {
      continue;
    }
    const Decoded& atomic = program.code[at];
    const LockTaken attempt = attempt_of(warp, atomic, lane);
    const LockTaken* const taken = worker_.locks.find(attempt.address, attempt.owner);
    const bool would_change =
        atomic.c == kNoSlot || word_of(warp, atomic.b, lane, atomic.bytes) != attempt.value;
    if (taken != nullptr && would_change && taken->value == attempt.value &&
        word_of(warp, atomic.d, lane, atomic.bytes) == taken->value) {
      return taken;
    }
  }
  return nullptr;
}

DeadlockCause Block::kept_lock(const LockTaken& taken) const {
  DeadlockCause cause;
  cause.what = DeadlockCause::What::kLockIsKept;
  cause.block = grid_.block_position(taken.block);
  cause.thread = thread_position(taken.thread / kWarpSize, taken.thread % kWarpSize);
  cause.taken_at = grid_.location(taken.at);
  const Warp& warp = warps_[taken.thread / kWarpSize];
  cause.has_ended = taken.block == index_ ? (warp.exited >> taken.thread % kWarpSize & 1u) != 0
                                          : !grid_.queue.is_waiting(taken.block);
  return cause;
}

}  // namespace warpschool::sim
