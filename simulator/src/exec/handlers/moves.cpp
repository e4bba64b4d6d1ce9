// mov, cvta, isspacep (PTX ISA, section 9.7.9).
#include "exec/access/address_windows.hpp"
#include "exec/access/guest_memory.hpp"
#include "exec/handlers/lanes.hpp"
#include "exec/schedule/clock.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

using ptx::Type;

template <class S>
void move(Warp& warp, const Decoded& i, LaneMask active) {
  const auto* a = lanes<SlotOf<S>>(warp, i.a);
  store_lanes<S>(lanes<SlotOf<S>>(warp, i.d), active,
                 [=](unsigned l) { return static_cast<S>(a[l]); });
}

void move_predicate(Warp& warp, const Decoded& i, LaneMask active) {
  blend(predicate(warp, i.d), predicate(warp, i.a), active);
}

/// mov.b64 d, {a, b}: elements in d, b, c, e of the instruction, the whole in a.
template <class Whole, class Element, unsigned count>
void pack(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint32_t slots[] = {i.d, i.b, i.c, i.e};
  const SlotOf<Element>* parts[count];
  for (unsigned n = 0; n < count; ++n) {
    parts[n] = lanes<SlotOf<Element>>(warp, slots[n]);
  }
  store_lanes<Whole>(lanes<SlotOf<Whole>>(warp, i.a), active, [&](unsigned l) {
    Whole whole = 0;
    for (unsigned n = 0; n < count; ++n) {
      whole |= static_cast<Whole>(static_cast<Whole>(static_cast<Element>(parts[n][l]))
                                  << (8 * sizeof(Element) * n));
    }
    return whole;
  });
}

template <class Whole, class Element, unsigned count>
void unpack(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint32_t slots[] = {i.d, i.b, i.c, i.e};
  alignas(64) Whole whole[kWarpSize];
  const auto* a = lanes<SlotOf<Whole>>(warp, i.a);
  WARPSCHOOL_EACH_LANE {
    whole[l] = a[l];
  }
  for (unsigned n = 0; n < count; ++n) {
    store_lanes<Element>(lanes<SlotOf<Element>>(warp, slots[n]), active, [&](unsigned l) {
      return static_cast<Element>(whole[l] >> (8 * sizeof(Element) * n));
    });
  }
}

template <class S>
void read_clock(Warp& warp, const Decoded& i, LaneMask active) {
  const auto now = static_cast<S>(i.extra != 0 ? nanoseconds_of(warp) : clocks_of(warp));
  store_lanes<S>(lanes<SlotOf<S>>(warp, i.d), active, [=](unsigned) { return now; });
}

void local_address(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint64_t address =
      kFirstAddress + warp.local_base + static_cast<std::uint64_t>(i.displacement);
  store_lanes<std::uint64_t>(lanes<DoubleWord>(warp, i.d), active,
                             [=](unsigned) { return address; });
}

/// cvta: generic addresses of global and constant memory are their own; shared, local and parameter
/// windows are offset.
template <bool to_space>
void convert_address(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint64_t window = window_of(i.space);
  const auto* a = lanes<DoubleWord>(warp, i.a);
  store_lanes<std::uint64_t>(lanes<DoubleWord>(warp, i.d), active,
                             [=](unsigned l) { return to_space ? a[l] - window : a[l] + window; });
}

void is_in_space(Warp& warp, const Decoded& i, LaneMask active) {
  const std::uint64_t window = window_of(i.space);
  const auto* a = lanes<DoubleWord>(warp, i.a);
  LaneMask inside = collect_lanes([=](unsigned l) { return a[l] - window < kSharedWindowBytes; });
  if (window == 0) {  // global and constant memory: no window tells them apart
    inside = 0;
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(__builtin_ctz(rest));
      const bool is_plain = space_of(a[l]) == Space::kGlobal;
      const bool is_const = is_plain && in_constant_memory(warp, a[l]);
      inside |= is_plain && is_const == (i.space == Space::kConst) ? kLaneBit[l] : 0u;
    }
  }
  blend(predicate(warp, i.d), inside, active);
}

Handler select_vector_move(const Form& form) {
  const bool packs = form.mode == Mode::kPack;
  const unsigned whole = ptx::bytes_of(form.source_type);
  if (form.destination_bytes != 4) {
    return nullptr;
  }
  if (whole == 8 && form.vector == 2) {
    return packs ? pack<std::uint64_t, std::uint32_t, 2> : unpack<std::uint64_t, std::uint32_t, 2>;
  }
  if (whole == 8 && form.vector == 4) {
    return packs ? pack<std::uint64_t, std::uint16_t, 4> : unpack<std::uint64_t, std::uint16_t, 4>;
  }
  if (whole == 4 && form.vector == 2) {
    return packs ? pack<std::uint32_t, std::uint16_t, 2> : unpack<std::uint32_t, std::uint16_t, 2>;
  }
  if (whole == 4 && form.vector == 4) {
    return packs ? pack<std::uint32_t, std::uint8_t, 4> : unpack<std::uint32_t, std::uint8_t, 4>;
  }
  return nullptr;
}

Handler select_plain_move(const Form& form) {
  const bool is_wide = ptx::bytes_of(form.type) == 8;
  switch (form.mode) {
    case Mode::kPack:
    case Mode::kUnpack:
      return select_vector_move(form);
    case Mode::kClock:
      return form.destination_bytes == 8 ? read_clock<std::uint64_t> : read_clock<std::uint32_t>;
    case Mode::kLocalAddress:
      return local_address;
    default:
      break;
  }
  if (form.type == Type::kPred) {
    return move_predicate;
  }
  return is_wide ? move<std::uint64_t> : move<std::uint32_t>;
}

}  // namespace

Handler select_move(const Form& form) {
  switch (form.opcode) {
    case Opcode::kMov:
      return select_plain_move(form);
    case Opcode::kCvta:
      return form.mode == Mode::kToSpace ? convert_address<true> : convert_address<false>;
    case Opcode::kIsspacep:
      return is_in_space;
    default:
      return nullptr;
  }
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
