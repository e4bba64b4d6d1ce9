// Tracks undefined values of shared and local memory through registers and memory.
#include "exec/init_checks/definedness.hpp"

#include "exec/access/access.hpp"
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kOfLane = std::uint64_t{1} << 63;
constexpr unsigned kWarpShift = 40, kLaneShift = 32;

/// A byte of shared memory, or of a lane's stack.
std::uint64_t byte_key(const Warp& warp, Space space, unsigned lane, std::uint64_t byte) {
  return space == Space::kShared ? byte
                                 : kOfLane | std::uint64_t{warp.index} << kWarpShift |
                                       std::uint64_t{lane} << kLaneShift | byte;
}

bool is_written(const Warp& warp, Space space, unsigned lane, std::uint64_t byte) {
  const std::uint32_t bits = space == Space::kShared ? warp.block->shared_written[byte / 8]
                                                     : warp.block->written_local(warp.index)[byte];
  return (bits >> (space == Space::kShared ? byte % 8 : lane) & 1u) != 0;
}

/// Has another thread of the block written this place of its own local memory, in a kernel whose
/// threads wait for each other? Then it was meant to be shared, most likely.
bool was_to_be_shared(const Grid& grid, Block& block, std::uint64_t byte) {
  const std::vector<Decoded>& code = grid.program.code;
  const bool waits = std::any_of(code.begin(), code.end(),
                                 [](const Decoded& i) { return i.step == Step::kBarrier; });
  for (std::uint32_t warp = 0; waits && warp < block.warps(); ++warp) {
    if (block.written_local(warp)[byte] != 0) {
      return true;
    }
  }
  return false;
}

void mark_unwritten(const Warp& warp, Space space, unsigned lane, std::uint64_t byte) {
  if (space == Space::kShared) {
    std::uint8_t& bits = warp.block->shared_written[byte / 8];
    bits = static_cast<std::uint8_t>(bits & ~(1u << byte % 8));
  } else {
    warp.block->written_local(warp.index)[byte] &= ~(LaneMask{1} << lane);
  }
}

}  // namespace

void UndefinedValues::Value::set(unsigned lane, Read read) {
  lanes |= LaneMask{1} << lane;
  reads[lane] = read;
}

void UndefinedValues::Value::take(const Value& other, LaneMask which) {
  for (LaneMask rest = other.lanes & which & ~lanes; rest != 0; rest &= rest - 1) {
    set(first_of(rest), other.reads[first_of(rest)]);
  }
}

const UndefinedValues::Value* UndefinedValues::find(const Warp& warp, std::uint32_t slot) const {
  if (slot == kNoSlot || warp.index >= places_.size() || places_[warp.index].empty()) {
    return nullptr;
  }
  const std::uint32_t place = places_[warp.index][slot / kSlotUnit];
  return place == 0 || registers_[place - 1].value.lanes == 0 ? nullptr
                                                              : &registers_[place - 1].value;
}

UndefinedValues::Value& UndefinedValues::need(const Warp& warp, std::uint32_t slot) {
  places_.resize(std::max<std::size_t>(places_.size(), warp.index + 1));
  std::vector<std::uint32_t>& places = places_[warp.index];
  places.resize(grid_.program.frame_bytes / kSlotUnit + 1);
  std::uint32_t& place = places[slot / kSlotUnit];
  if (place == 0) {
    registers_.push_back({warp.index, {}});
    place = static_cast<std::uint32_t>(registers_.size());
  }
  return registers_[place - 1].value;
}

LaneMask UndefinedValues::lanes_of(const Warp& warp, std::uint32_t slot) const {
  const Value* const value = find(warp, slot);
  return value == nullptr ? 0 : value->lanes;
}

/// The active lanes' word of a register becomes `value`.
void UndefinedValues::assign(const Warp& warp, std::uint32_t slot, const Value& value,
                             LaneMask active) {
  if ((value.lanes & active) == 0 && find(warp, slot) == nullptr) {
    return;
  }
  Value& target = need(warp, slot);
  target.lanes &= ~active;
  target.take(value, active);
}

UndefinedValues::Origin& UndefinedValues::origin_of(const Warp& warp, Space space,
                                                    std::uint32_t bytes, LaneMask active,
                                                    bool is_half_written) {
  const std::uint64_t key = std::uint64_t{warp.index} << 32 | warp.pc;
  const auto [place, is_new] = origin_at_.emplace(key, static_cast<std::uint32_t>(origins_.size()));
  if (is_new) {
    Origin origin;
    origin.warp = warp.index;
    origin.pc = warp.pc;
    origin.bytes = bytes;
    origin.space = space;
    origin.is_half_written = is_half_written;
    origin.where = grid_.location(warp, active, warp.pc);
    origins_.push_back(std::move(origin));
  }
  return origins_[place->second];
}

void UndefinedValues::found(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                            LaneMask lanes, bool is_half_written) {
  Origin* origin = nullptr;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = first_of(rest);
    const std::uint64_t begin =
        request.first + static_cast<std::uint64_t>(std::int64_t{site.delta[lane]});
    if (const Read* stored = in_memory(warp, request.space, lane, begin, request.bytes)) {
      loaded_.set(lane, *stored);
      continue;
    }
    origin = origin != nullptr
                 ? origin
                 : &origin_of(warp, request.space, request.bytes, request.active, is_half_written);
    if ((origin->lanes >> lane & 1u) == 0) {
      origin->lanes |= LaneMask{1} << lane;
      origin->addresses[lane] = begin;
    }
    add_read(*origin, lane);
  }
}

void UndefinedValues::add_read(const Origin& origin, unsigned lane) {
  const auto index = static_cast<Read>(&origin - origins_.data());
  loaded_.set(lane, index * kWarpSize + lane);
}

const UndefinedValues::Read* UndefinedValues::in_memory(const Warp& warp, Space space,
                                                        unsigned lane, std::uint64_t begin,
                                                        std::uint32_t bytes) const {
  for (std::uint64_t byte = begin; byte < begin + bytes && !memory_.empty(); ++byte) {
    const auto found = memory_.find(byte_key(warp, space, lane, byte));
    if (found != memory_.end() && !is_written(warp, space, lane, byte)) {
      return &found->second;
    }
  }
  return nullptr;
}

void UndefinedValues::keep(const Warp& warp, Space space, unsigned lane, std::uint64_t begin,
                           std::uint32_t bytes, Read read) {
  for (std::uint64_t byte = begin; byte < begin + bytes; ++byte) {
    mark_unwritten(warp, space, lane, byte);
    memory_[byte_key(warp, space, lane, byte)] = read;
  }
}

bool UndefinedValues::holds(const Warp& warp, Space space, unsigned lane, std::uint64_t begin,
                            std::uint32_t bytes) const {
  return in_memory(warp, space, lane, begin, bytes) != nullptr;
}

void UndefinedValues::pass(Warp& warp, const std::vector<ParameterSlot>& from,
                           const std::vector<ParameterSlot>& to, LaneMask active) {
  for (std::size_t n = 0; n < to.size(); ++n) {
    for (std::uint32_t byte = 0; byte < to[n].stride; byte += kSlotUnit) {
      const Value* const value = n < from.size() ? find(warp, from[n].offset + byte) : nullptr;
      assign(warp, to[n].offset + byte, value == nullptr ? Value{} : Value{*value}, active);
    }
  }
}

Fault UndefinedValues::describe(const Warp& warp, const Value& value, LaneMask active) const {
  const Read first = value.reads[first_of(value.lanes & active)];
  const Origin& origin = origins_[first / kWarpSize];
  LaneMask readers = 0;
  for (LaneMask rest = value.lanes & active; rest != 0; rest &= rest - 1) {
    const Read read = value.reads[first_of(rest)];
    readers |= read / kWarpSize == first / kWarpSize ? LaneMask{1} << read % kWarpSize : 0;
  }
  Fault fault;
  if (origin.is_shuffle()) {
    fault.kind = FaultKind::kInvalidLaneMask;
    fault.cause = use_of_missing(warp, origin, first_of(readers));
    grid_.complete(fault, *warp.block, origin.warp, readers, origin.where);
    return fault;
  }
  fault.kind = FaultKind::kUninitialisedRead;
  fault.space = origin.space;
  fault.address = origin.addresses[first_of(readers)];
  fault.access_bytes = origin.bytes;
  if (origin.is_half_written) {
    fault.cause = UninitialisedCause{UninitialisedCause::What::kHalfWritten};
  } else if (origin.space == Space::kLocal && was_to_be_shared(grid_, *warp.block, fault.address)) {
    fault.cause = UninitialisedCause{UninitialisedCause::What::kOthersWrote};
  }
  if (origin.space == Space::kShared) {
    fault.allocation = grid_.shared_allocation(fault.address, origin.bytes);
  }
  grid_.complete(fault, *warp.block, origin.warp, readers, origin.where);
  return fault;
}

void UndefinedValues::use(Warp& warp, const Value& value, LaneMask active) {
  if ((value.lanes & active) == 0) {
    return;
  }
  Fault fault = describe(warp, value, active);
  const bool is_sure =
      fault.space == Space::kLocal || fault.kind == FaultKind::kInvalidLaneMask;  // it is no race
  if (is_sure || !grid_.tracks_races) {
    throw GuestFault{std::move(fault), value.lanes & active};
  }
  warp.grid->deferred_init_fault.remember(std::move(fault), *warp.block);
}

void UndefinedValues::use(Warp& warp, std::uint32_t slot, LaneMask active) {
  if (slot == kNoSlot) {
    return;
  }
  if (const Value* value = find(warp, slot); value != nullptr) {
    use(warp, *value, active);
  }
}

/// A function of the host may look at all that its callers have. But what shuffles left behind lies
/// in many registers that nobody looks at again.
void UndefinedValues::use_any(Warp& warp, LaneMask active) {
  for (const Register& held : registers_) {
    const LaneMask lanes = held.value.lanes & active;
    if (held.warp == warp.index && lanes != 0 &&
        !is_of_shuffle(held.value.reads[first_of(lanes)])) {
      use(warp, held.value, active);
    }
  }
  for (const auto& [key, read] : memory_) {
    if (is_of_shuffle(read)) {
      continue;
    }
    const auto lane = static_cast<unsigned>(key >> kLaneShift) % kWarpSize;
    const bool is_own = (key & kOfLane) != 0 && (key & ~kOfLane) >> kWarpShift == warp.index &&
                        (active >> lane & 1u) != 0;
    if (is_own && !is_written(warp, Space::kLocal, lane, key & 0xffff'ffffu)) {
      Value value;
      value.set(lane, read);
      use(warp, value, active);
    }
  }
}

void UndefinedValues::explain_failure(Warp& warp, LaneMask lanes) {
  const Decoded& i = grid_.program.code[warp.pc];
  const LaneMask active = lanes != 0 ? lanes : warp.mask;
  const Value value = combined(warp, i, active);
  if (value.lanes != 0) {
    warp.grid->deferred_init_fault.remember(describe(warp, value, active), *warp.block);
  }
}

}  // namespace warpschool::sim
