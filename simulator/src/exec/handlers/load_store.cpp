// ld, st, prefetch, cp.async (PTX ISA, section 9.7.9).
#include "exec/access/access.hpp"
#include "exec/checks/memory_checks.hpp"
#include "exec/handlers/float_ops.hpp"
#include "exec/races/async_copies.hpp"

#include <cstring>

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

/// Element e as register word.
template <class Slot, class Element>
WARPSCHOOL_INLINE Slot extend(Element value) {
  if constexpr (std::is_signed_v<Element>) {
    return static_cast<Slot>(static_cast<std::make_signed_t<Slot>>(value));
  } else {
    return static_cast<Slot>(value);
  }
}

template <class Element>
WARPSCHOOL_INLINE Element read(const std::byte* from) {
  Element value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class Element, class Slot, unsigned count>
WARPSCHOOL_INLINE void load_lane(Warp& warp, const std::uint32_t (&slots)[4], const Access& access,
                                 unsigned lane) {
  for (unsigned n = 0; n < count; ++n) {
    lanes<Slot>(warp, slots[n])[lane] =
        extend<Slot>(read<Element>(access.base + access.delta[lane] + n * sizeof(Element)));
  }
}

template <class Element, class Slot>
WARPSCHOOL_INLINE void load_groups(Slot* d, const Access& access) {
  for (unsigned group = 0; group < kWarpSize / kGroupLanes; ++group) {
    Slot* const part = d + group * kGroupLanes;
    const std::byte* const from = access.base + access.delta[std::size_t{group} * kGroupLanes];
    if ((access.consecutive_groups >> group & 1u) != 0) {
      Element values[kGroupLanes];
      std::memcpy(values, from, sizeof values);
      for (unsigned l = 0; l < kGroupLanes; ++l) {
        part[l] = extend<Slot>(values[l]);
      }
    } else {
      const Slot value = extend<Slot>(read<Element>(from));
      for (unsigned l = 0; l < kGroupLanes; ++l) {
        part[l] = value;
      }
    }
  }
}

template <class Element, class Slot, unsigned count>
WARPSCHOOL_INLINE void move_in(Warp& warp, const std::uint32_t (&slots)[4], const Access& access,
                               LaneMask served) {
  if (served == kAllLanes) [[likely]] {
    if (access.pattern == Pattern::kUniform) {
      for (unsigned n = 0; n < count; ++n) {
        const Slot value = extend<Slot>(read<Element>(access.base + n * sizeof(Element)));
        auto* d = lanes<Slot>(warp, slots[n]);
        WARPSCHOOL_EACH_LANE {
          d[l] = value;
        }
      }
      return;
    }
    if (count == 1 && access.pattern == Pattern::kConsecutive) {
      Element values[kWarpSize];
      std::memcpy(values, access.base, sizeof values);
      auto* d = lanes<Slot>(warp, slots[0]);
      WARPSCHOOL_EACH_LANE {
        d[l] = extend<Slot>(values[l]);
      }
      return;
    }
    if (count == 1 && access.pattern == Pattern::kGroups) {
      load_groups<Element>(lanes<Slot>(warp, slots[0]), access);
      return;
    }
    for (unsigned l = 0; l < kWarpSize; ++l) {
      load_lane<Element, Slot, count>(warp, slots, access, l);
    }
    return;
  }
  for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
    load_lane<Element, Slot, count>(warp, slots, access,
                                    static_cast<unsigned>(__builtin_ctz(rest)));
  }
}

template <class Element, class Slot, unsigned count>
void load(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint32_t slots[4] = {i.d, i.b, i.c, i.e};
  while (active != 0) {
    AccessRequest request{.kind = AccessKind::kLoad,
                          .space = i.space,
                          .bytes = i.bytes,
                          .active = active,
                          .site = i.extra};
    Access access;
    const LaneMask served = resolve(warp, i, i.a, i.displacement, request, access);
    move_in<Element, Slot, count>(warp, slots, access, served);
    active &= ~served;
  }
}

template <class Element, class Slot, unsigned count>
void volatile_load(Warp& warp, const Decoded& i, LaneMask active) {
  load<Element, Slot, count>(warp, i, active);
  // Nobody else changes what lies on a thread's own stack: to read it is not to wait.
  const Space space = i.space == Space::kGeneric ? warp.sites[i.extra].space : i.space;
  warp.spins += space == Space::kLocal ? 0 : 1;
}

template <class Element, class Slot, unsigned count>
WARPSCHOOL_INLINE void store_lane(Warp& warp, const std::uint32_t (&slots)[4], const Access& access,
                                  unsigned lane) {
  for (unsigned n = 0; n < count; ++n) {
    const auto value = static_cast<Element>(lanes<Slot>(warp, slots[n])[lane]);
    std::memcpy(access.base + access.delta[lane] + n * sizeof(Element), &value, sizeof value);
  }
}

// Lanes in ascending order: of several writers of one place the last lane wins.
template <class Element, class Slot, unsigned count>
WARPSCHOOL_INLINE void move_out(Warp& warp, const std::uint32_t (&slots)[4], const Access& access,
                                LaneMask served) {
  if (served == kAllLanes) [[likely]] {
    if (count == 1 && access.pattern == Pattern::kConsecutive) {
      Element values[kWarpSize];
      const auto* d = lanes<Slot>(warp, slots[0]);
      WARPSCHOOL_EACH_LANE {
        values[l] = static_cast<Element>(d[l]);
      }
      std::memcpy(access.base, values, sizeof values);
      return;
    }
    for (unsigned l = 0; l < kWarpSize; ++l) {
      store_lane<Element, Slot, count>(warp, slots, access, l);
    }
    return;
  }
  for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
    store_lane<Element, Slot, count>(warp, slots, access,
                                     static_cast<unsigned>(__builtin_ctz(rest)));
  }
}

template <class Element, class Slot, unsigned count>
void store(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint32_t slots[4] = {i.d, i.b, i.c, i.e};
  while (active != 0) {
    AccessRequest request{.kind = AccessKind::kStore,
                          .space = i.space,
                          .bytes = i.bytes,
                          .active = active,
                          .site = i.extra};
    Access access;
    const LaneMask served = resolve(warp, i, i.a, i.displacement, request, access);
    move_out<Element, Slot, count>(warp, slots, access, served);
    // Nobody waits for a thread's own memory, where -O0 keeps every variable and argument.
    warp.writes += access.space == Space::kLocal || access.space == Space::kParam ? 0u : 1u;
    active &= ~served;
  }
}

/// cp.async: a load and a store, done at once (what a program must wait for, async_copies.hpp
/// remembers); bytes beyond the optional source size become zero.
void copy(Warp& warp, const Decoded& i, LaneMask active) {
  alignas(64) std::byte bytes[kWarpSize][16] = {};
  for (LaneMask left = active; left != 0;) {
    AccessRequest request{.kind = AccessKind::kLoad,
                          .space = Space::kGlobal,
                          .bytes = i.bytes,
                          .active = left,
                          .site = i.extra};
    Access access;
    const LaneMask served =
        resolve(warp, i, i.b, static_cast<std::int64_t>(static_cast<std::int32_t>(i.target)),
                request, access);
    for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      const std::uint32_t wanted = i.c == kNoSlot ? i.bytes : lanes<Word>(warp, i.c)[lane];
      std::memcpy(bytes[lane], access.base + access.delta[lane],
                  wanted < i.bytes ? wanted : i.bytes);
    }
    left &= ~served;
  }
  for (LaneMask left = active; left != 0;) {
    AccessRequest request{.kind = AccessKind::kStore,
                          .space = Space::kShared,
                          .bytes = i.bytes,
                          .active = left,
                          .site = i.extra + 1};
    Access access;
    const LaneMask served = resolve(warp, i, i.a, i.displacement, request, access);
    for (LaneMask rest = served; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
      std::memcpy(access.base + access.delta[lane], bytes[lane], i.bytes);
    }
    if (warp.watching) {
      check_async_copy(warp, request);
    }
    left &= ~served;
  }
}

void commit(Warp& warp, const Decoded&, LaneMask active) {
  if (warp.watching) {
    check_async_commit(warp, active);
  }
}

void wait(Warp& warp, const Decoded& i, LaneMask active) {
  if (warp.watching) {
    check_async_wait(warp, active, i.extra);
  }
}

template <class Element, class Slot, unsigned count>
Handler select_access(const Form& form) {
  if (form.opcode == Opcode::kSt) {
    return store<Element, Slot, count>;
  }
  return form.is_volatile ? volatile_load<Element, Slot, count> : load<Element, Slot, count>;
}

template <class Element, class Slot>
Handler select_count(const Form& form) {
  switch (form.vector) {
    case 1:
      return select_access<Element, Slot, 1>(form);
    case 2:
      return select_access<Element, Slot, 2>(form);
    case 4:
      return select_access<Element, Slot, 4>(form);
    default:
      return nullptr;
  }
}

template <class Element>
Handler select_slot(const Form& form) {
  if (form.destination_bytes == 8) {
    return select_count<Element, DoubleWord>(form);
  }
  if constexpr (sizeof(Element) <= 4) {
    return select_count<Element, Word>(form);
  }
  return nullptr;
}

}  // namespace

Handler select_memory(const Form& form) {
  if (form.opcode == Opcode::kCp) {
    return form.second_mode == Mode::kNone     ? copy
           : form.second_mode == Mode::kCommit ? commit
                                               : wait;
  }
  if (form.opcode == Opcode::kPrefetch || form.opcode == Opcode::kPrefetchu) {
    return select_other(form);
  }
  switch (form.type) {
    case Type::kB8:
    case Type::kU8:
      return select_slot<std::uint8_t>(form);
    case Type::kS8:
      return select_slot<std::int8_t>(form);
    case Type::kB16:
    case Type::kF16:
    case Type::kBf16:
    case Type::kU16:
      return select_slot<std::uint16_t>(form);
    case Type::kS16:
      return select_slot<std::int16_t>(form);
    case Type::kB32:
    case Type::kF16x2:
    case Type::kF32:
    case Type::kU32:
      return select_slot<std::uint32_t>(form);
    case Type::kS32:
      return select_slot<std::int32_t>(form);
    case Type::kB64:
    case Type::kF64:
    case Type::kU64:
    case Type::kS64:
      return select_slot<std::uint64_t>(form);
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
