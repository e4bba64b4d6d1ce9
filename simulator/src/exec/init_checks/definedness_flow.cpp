// How instructions pass on values that nobody wrote, and which of them depend on one.
#include "exec/access/address_windows.hpp"
#include "exec/device_library/device_library.hpp"
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace warpschool::sim {
namespace {

std::array<std::uint32_t, 4> elements_of(const Decoded& i) {
  return {i.d, i.b, i.c, i.e};
}

/// Of a load or store, all of the same size.
std::uint32_t element_bytes(const Decoded& i) {
  const auto slots = elements_of(i);
  const auto count = static_cast<std::uint32_t>(
      std::count_if(slots.begin(), slots.end(), [](std::uint32_t s) { return s != kNoSlot; }));
  return i.bytes / std::max(1u, count);
}

/// A variable of a call's parameters: where its part for lane 0 lies in the frame.
std::uint32_t parameter_slot(const Warp& warp, const Decoded& i, std::uint32_t offset) {
  const auto* const begin = reinterpret_cast<const std::uint64_t*>(warp.frame + i.a);
  return static_cast<std::uint32_t>(begin[0] + static_cast<std::uint64_t>(i.displacement)) + offset;
}

bool is_of_call(const Decoded& i) {
  return i.space == Space::kParam && i.target != 0;
}

/// From which lane each gets its value: the same shuffle of the lanes' numbers says it.
std::array<std::uint32_t, kWarpSize> shuffled_lanes(Warp& warp, const Decoded& i, LaneMask active) {
  using Words = std::array<std::uint32_t, kWarpSize>;
  auto* const from = reinterpret_cast<std::uint32_t*>(warp.frame + i.a);
  auto* const to = reinterpret_cast<std::uint32_t*>(warp.frame + i.d);
  auto* const in_range = i.p == kNoSlot ? nullptr : reinterpret_cast<LaneMask*>(warp.frame + i.p);
  Words before{}, after{}, lanes{};
  std::copy_n(from, kWarpSize, before.begin());
  std::copy_n(to, kWarpSize, after.begin());
  const LaneMask were_in_range = in_range == nullptr ? 0 : *in_range;
  std::iota(from, from + kWarpSize, 0u);
  i.execute(warp, i, active);
  std::copy_n(to, kWarpSize, lanes.begin());
  std::copy_n(before.begin(), kWarpSize, from);
  std::copy_n(after.begin(), kWarpSize, to);
  if (in_range != nullptr) {
    *in_range = were_in_range;
  }
  return lanes;
}

}  // namespace

/// Of all that an instruction reads.
UndefinedValues::Value UndefinedValues::combined(const Warp& warp, const Decoded& i,
                                                 LaneMask active) const {
  Value result;
  const auto add = [&](std::uint32_t slot) {
    if (const Value* value = slot == kNoSlot ? nullptr : find(warp, slot); value != nullptr) {
      result.take(*value, active);
    }
  };
  for (const std::uint32_t slot : grid_.program.info[warp.pc].sources) {
    add(slot == i.guard ? kNoSlot : slot);
  }
  for (const std::uint32_t slot : {i.a, i.b, i.c}) {
    add(slot);
  }
  return result;
}

/// selp: what was not chosen does not matter.
UndefinedValues::Value UndefinedValues::chosen(const Warp& warp, const Decoded& i,
                                               LaneMask active) const {
  const LaneMask first = *reinterpret_cast<const LaneMask*>(warp.frame + i.c) ^
                         (CompareFlags::is_negated(i.extra) ? kAllLanes : 0u);
  Value result;
  for (const auto& [slot, lanes] : {std::pair{i.a, first}, std::pair{i.b, ~first}}) {
    if (const Value* value = find(warp, slot); value != nullptr) {
      result.take(*value, active & lanes);
    }
  }
  if (const Value* choice = find(warp, i.c); choice != nullptr) {
    result.take(*choice, active);
  }
  return result;
}

/// "p and q" is false if p is, whatever q is.
/// @param decisive the value that decides
UndefinedValues::Value UndefinedValues::of_predicates(const Warp& warp, const Decoded& i,
                                                      bool decisive, LaneMask active) const {
  const auto decides = [&](std::uint32_t slot) {
    const LaneMask value = *reinterpret_cast<const LaneMask*>(warp.frame + slot);
    return (decisive ? value : ~value) & ~lanes_of(warp, slot);
  };
  return combined(warp, i, active & ~decides(i.a) & ~decides(i.b));
}

UndefinedValues::Value UndefinedValues::computed(const Warp& warp, const Decoded& i,
                                                 LaneMask active) const {
  const InstructionInfo& info = grid_.program.info[warp.pc];
  const bool is_own_source = i.d == i.a || i.d == i.b;  // the values before are gone
  const bool of_predicates_alone = info.type == ptx::Type::kPred && !is_own_source;
  switch (info.opcode) {
    case Opcode::kSelp:
      return chosen(warp, i, active);
    case Opcode::kAnd:
    case Opcode::kOr:
      return of_predicates_alone ? of_predicates(warp, i, info.opcode == Opcode::kOr, active)
                                 : combined(warp, i, active);
    default:
      return combined(warp, i, active);
  }
}

/// What one lane gives to a vote or a reduction, all get. Of a shuffle those who ask for it.
UndefinedValues::Value UndefinedValues::exchanged(Warp& warp, const Decoded& i,
                                                  LaneMask active) const {
  Value result = combined(warp, i, active);
  const bool is_shuffle = grid_.program.info[warp.pc].opcode == Opcode::kShfl && i.d != i.b &&
                          i.d != i.c && (lanes_of(warp, i.b) | lanes_of(warp, i.c)) == 0;
  if (const Value* const given = find(warp, i.a); is_shuffle && given != nullptr) {
    const auto sources = shuffled_lanes(warp, i, active);
    result.lanes = 0;
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const std::uint32_t source = sources[first_of(rest)];
      if ((given->lanes >> source & 1u) != 0) {
        result.set(first_of(rest), given->reads[source]);
      }
    }
  } else if (result.lanes != 0) {
    const Read read = result.reads[first_of(result.lanes)];
    for (LaneMask rest = active & ~result.lanes; rest != 0; rest &= rest - 1) {
      result.set(first_of(rest), read);
    }
  }
  return result;
}

void UndefinedValues::load(Warp& warp, const Decoded& i, LaneMask active) {
  const Value value = std::exchange(loaded_, {});
  std::uint32_t offset = 0;
  for (const std::uint32_t slot : elements_of(i)) {
    if (slot != kNoSlot && is_of_call(i)) {
      const Value* const passed = find(warp, parameter_slot(warp, i, offset));
      assign(warp, slot, passed == nullptr ? Value{} : Value{*passed}, active);
    } else if (slot != kNoSlot) {
      assign(warp, slot, value, active);
    }
    offset += element_bytes(i);
  }
}

void UndefinedValues::store(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint32_t bytes = element_bytes(i);
  std::uint32_t offset = 0;
  for (const std::uint32_t slot : elements_of(i)) {
    const Value* const value = slot == kNoSlot ? nullptr : find(warp, slot);
    if (slot != kNoSlot && is_of_call(i)) {
      assign(warp, parameter_slot(warp, i, offset), value == nullptr ? Value{} : Value{*value},
             active);
    } else if (value != nullptr) {
      LaneMask away = 0;
      for (LaneMask rest = value->lanes & active; rest != 0; rest &= rest - 1) {
        const unsigned lane = first_of(rest);
        const bool stays = store_lane(warp, i, lane, offset, bytes, value->reads[lane]);
        away |= stays ? 0 : LaneMask{1} << lane;
      }
      use(warp, *value, away);
    }
    offset += bytes;
  }
}

/// False: it goes to memory that is not the block's own.
bool UndefinedValues::store_lane(const Warp& warp, const Decoded& i, unsigned lane,
                                 std::uint32_t offset, std::uint32_t bytes, Read read) {
  const DeviceAddress address = reinterpret_cast<const std::uint64_t*>(warp.frame + i.a)[lane] +
                                static_cast<std::uint64_t>(i.displacement) + offset;
  const bool is_generic = i.space == Space::kGeneric;
  const Space space = is_generic ? space_of(address) : i.space;
  if (space != Space::kShared && space != Space::kLocal) {
    return false;
  }
  const std::uint64_t begin =
      address - (is_generic ? window_of(space) : 0) - first_address_of(space);
  keep(warp, space, lane, begin, bytes, read);
  return true;
}

void UndefinedValues::follow(Warp& warp, const Decoded& i, LaneMask active) {
  const InstructionInfo& info = grid_.program.info[warp.pc];
  use(warp, i.guard, warp.mask);
  if (active == 0) {
    return;
  }
  Value result;
  switch (warpschool::sim::info(info.opcode).family) {
    case Family::kMemory:
      if (i.space == Space::kReg) {
        break;  // a constant of the launch
      }
      use(warp, i.a, active);
      if (info.opcode == Opcode::kLd || info.opcode == Opcode::kLdu) {
        load(warp, i, active);
        return;
      }
      if (info.opcode == Opcode::kSt) {
        store(warp, i, active);
        return;
      }
      use(warp, combined(warp, i, active), active);
      break;
    case Family::kAtomic:
    case Family::kMatrix:
      use(warp, combined(warp, i, active), active);
      break;
    case Family::kWarp:
      result = std::exchange(loaded_, {});
      result.take(exchanged(warp, i, active), active);
      break;
    case Family::kControl:
    case Family::kBarrier:
      return;
    default:
      result = computed(warp, i, active);
      break;
  }
  for (const std::uint32_t slot : info.destinations) {
    // Whether a lane is in range depends on the distance alone.
    const bool is_range = info.opcode == Opcode::kShfl && slot == i.p;
    assign(warp, slot, is_range ? Value{} : result, active);
  }
}

void UndefinedValues::decide(Warp& warp, const Decoded& i, LaneMask active) {
  use(warp, i.guard, warp.mask);
  if (i.step == Step::kIndexedBranch || i.step == Step::kBarrier) {
    for (const std::uint32_t slot : {i.a, i.b, i.c}) {
      use(warp, slot, active);
    }
    if (i.d != kNoSlot) {
      assign(warp, i.d, {}, active);
    }
  }
  if (i.step == Step::kCall) {
    enter(warp, grid_.program.calls[i.extra], active);
  }
}

/// Functions of the host: those of mathematics make a value of values, others may look at anything,
/// as a recursive function's registers may be saved anywhere.
void UndefinedValues::enter(Warp& warp, const CallSite& site, LaneMask active) {
  if (site.intrinsic != kNoIndex && is_mathematical(site.intrinsic)) {
    Value result;
    for (const ParameterSlot& argument : site.arguments) {
      if (const Value* value = find(warp, argument.offset); value != nullptr) {
        result.take(*value, active);
      }
    }
    for (const ParameterSlot& to : site.results) {
      assign(warp, to.offset, result, active);
    }
    return;
  }
  const Program& program = grid_.program;
  const bool may_recur =
      site.function == kNoIndex ? program.recursive : program.functions[site.function].recursive;
  use(warp, site.pointer, active);
  if (site.intrinsic != kNoIndex || may_recur) {
    use_any(warp, active);
    pass(warp, {}, site.results, active);
  }
}

}  // namespace warpschool::sim
