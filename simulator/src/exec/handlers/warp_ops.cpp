// shfl, vote, match, activemask, redux, elect (PTX ISA, sections 9.7.9.6 and 9.7.13). The run loop
// has brought the lanes together.
#include "exec/handlers/lanes.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

/// c of shfl: clamp value in bits 0-4, segment mask in bits 8-12. Lanes that are not active give
/// whatever their register holds; out of range keeps the lane's own value and clears the predicate.
template <Mode mode>
void shuffle(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  const auto* b = lanes<Word>(warp, i.b);
  const auto* c = lanes<Word>(warp, i.c);
  alignas(64) std::uint32_t result[kWarpSize];
  LaneMask in_range = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const std::uint32_t amount = b[l] & 31u;
    const std::uint32_t clamp = c[l] & 31u;
    const std::uint32_t segment = (c[l] >> 8) & 31u;
    const std::uint32_t highest = (l & segment) | (clamp & ~segment);
    const std::uint32_t lowest = l & segment;
    std::int32_t source = 0;
    bool inside = false;
    switch (mode) {
      case Mode::kUp:
        source = static_cast<std::int32_t>(l) - static_cast<std::int32_t>(amount);
        inside = source >= static_cast<std::int32_t>(highest);
        break;
      case Mode::kDown:
        source = static_cast<std::int32_t>(l + amount);
        inside = source <= static_cast<std::int32_t>(highest);
        break;
      case Mode::kBfly:
        source = static_cast<std::int32_t>(l ^ amount);
        inside = source <= static_cast<std::int32_t>(highest);
        break;
      default:
        source = static_cast<std::int32_t>(lowest | (amount & ~segment));
        inside = source <= static_cast<std::int32_t>(highest);
        break;
    }
    const std::uint32_t lane = inside ? static_cast<std::uint32_t>(source) & 31u : l;
    result[l] = a[lane];
    in_range |= inside ? kLaneBit[l] : 0u;
  }
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [&](unsigned l) { return result[l]; });
  if (i.p != kNoSlot) {
    blend(predicate(warp, i.p), in_range, active);
  }
}

WARPSCHOOL_INLINE LaneMask member_mask(Warp& warp, const Decoded& i, LaneMask active) {
  return i.e == kNoSlot ? kAllLanes : lanes<Word>(warp, i.e)[__builtin_ctz(active)];
}

template <Mode mode>
void vote(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask voters = active & member_mask(warp, i, active);
  const LaneMask yes = (predicate(warp, i.a) ^ (i.displacement != 0 ? kAllLanes : 0u)) & voters;
  if constexpr (mode == Mode::kBallot) {
    store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned) { return yes; });
  } else {
    const bool result = mode == Mode::kAll   ? yes == voters
                        : mode == Mode::kAny ? yes != 0
                                             : yes == voters || yes == 0;
    blend(predicate(warp, i.d), result ? kAllLanes : 0u, active);
  }
}

template <class T, bool all>
void match(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<T>>(warp, i.a);
  const LaneMask members = active & member_mask(warp, i, active);
  alignas(64) std::uint32_t result[kWarpSize] = {};
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const T value = static_cast<T>(a[lane]);
    const LaneMask same =
        collect_lanes([=](unsigned l) { return static_cast<T>(a[l]) == value; }) & members;
    result[lane] = all && same != members ? 0u : same;
  }
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [&](unsigned l) { return result[l]; });
  if (i.p != kNoSlot) {
    blend(predicate(warp, i.p), collect_lanes([&](unsigned l) { return result[l] != 0; }), active);
  }
}

void active_mask(Warp& warp, const Decoded& i, LaneMask active) {
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned) { return active; });
}

void elect(Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask members = active & member_mask(warp, i, active);
  const std::uint32_t leader =
      members == 0 ? 0u : static_cast<std::uint32_t>(__builtin_ctz(members));
  store_lanes<std::uint32_t>(lanes<Word>(warp, i.d), active, [=](unsigned) { return leader; });
  if (i.p != kNoSlot) {
    blend(predicate(warp, i.p), kLaneBit[leader], active);
  }
}

template <class T, Mode mode>
void reduce(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<Word>(warp, i.a);
  T result = static_cast<T>(a[__builtin_ctz(active)]);
  for (LaneMask rest = active & (active - 1); rest != 0; rest &= rest - 1) {
    const T value = static_cast<T>(a[__builtin_ctz(rest)]);
    switch (mode) {
      case Mode::kAdd:
        result =
            static_cast<T>(static_cast<std::uint32_t>(result) + static_cast<std::uint32_t>(value));
        break;
      case Mode::kMin:
        result = value < result ? value : result;
        break;
      case Mode::kMax:
        result = result < value ? value : result;
        break;
      case Mode::kAnd:
        result = static_cast<T>(result & value);
        break;
      case Mode::kOr:
        result = static_cast<T>(result | value);
        break;
      default:
        result = static_cast<T>(result ^ value);
        break;
    }
  }
  store_lanes<T>(lanes<Word>(warp, i.d), active, [=](unsigned) { return result; });
}

/// Lanes that name different members (tiles of a warp) do so in operations of their own, though
/// they run one instruction.
template <Handler operation>
void by_members(Warp& warp, const Decoded& i, LaneMask active) {
  if (i.e == kNoSlot) {
    operation(warp, i, active);
    return;
  }
  const auto* members = lanes<Word>(warp, i.e);
  for (LaneMask rest = active; rest != 0;) {
    const std::uint32_t mask = members[__builtin_ctz(rest)];
    const LaneMask group = collect_lanes([=](unsigned l) { return members[l] == mask; }) & rest;
    rest &= ~group;
    operation(warp, i, group);
  }
}

template <class T>
Handler select_reduce(Mode mode) {
  switch (mode) {
    case Mode::kAdd:
      return by_members<reduce<T, Mode::kAdd>>;
    case Mode::kMin:
      return by_members<reduce<T, Mode::kMin>>;
    case Mode::kMax:
      return by_members<reduce<T, Mode::kMax>>;
    case Mode::kAnd:
      return by_members<reduce<T, Mode::kAnd>>;
    case Mode::kOr:
      return by_members<reduce<T, Mode::kOr>>;
    case Mode::kXor:
      return by_members<reduce<T, Mode::kXor>>;
    default:
      return nullptr;
  }
}

Handler select_shuffle(Mode mode) {
  switch (mode) {
    case Mode::kUp:
      return shuffle<Mode::kUp>;
    case Mode::kDown:
      return shuffle<Mode::kDown>;
    case Mode::kBfly:
      return shuffle<Mode::kBfly>;
    case Mode::kIdx:
      return shuffle<Mode::kIdx>;
    default:
      return nullptr;
  }
}

Handler select_vote(Mode mode) {
  switch (mode) {
    case Mode::kAll:
      return by_members<vote<Mode::kAll>>;
    case Mode::kAny:
      return by_members<vote<Mode::kAny>>;
    case Mode::kUni:
      return by_members<vote<Mode::kUni>>;
    case Mode::kBallot:
      return by_members<vote<Mode::kBallot>>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_warp(const Form& form) {
  const bool is_wide = ptx::bytes_of(form.type) == 8;
  switch (form.opcode) {
    case Opcode::kShfl:
      return ptx::bytes_of(form.type) == 4 ? select_shuffle(form.mode) : nullptr;
    case Opcode::kVote:
      return select_vote(form.mode);
    case Opcode::kMatch:
      if (form.mode == Mode::kAll) {
        return is_wide ? by_members<match<std::uint64_t, true>>
                       : by_members<match<std::uint32_t, true>>;
      }
      return is_wide ? by_members<match<std::uint64_t, false>>
                     : by_members<match<std::uint32_t, false>>;
    case Opcode::kActivemask:
      return active_mask;
    case Opcode::kElect:
      return by_members<elect>;
    case Opcode::kRedux:
      return form.type == Type::kS32 ? select_reduce<std::int32_t>(form.mode)
                                     : select_reduce<std::uint32_t>(form.mode);
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
