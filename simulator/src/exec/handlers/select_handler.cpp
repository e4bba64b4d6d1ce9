// The handler of an instruction: which family's file answers; fences, and what has no effect.
#include "exec/checks/memory_checks.hpp"
#include "exec/handlers/lanes.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {
namespace {

/// Memory is coherent at once; only the order of accesses is of interest, to the race checks.
template <bool of_block>
void fence(Warp& warp, const Decoded&, LaneMask active) {
  if (warp.watching) {
    check_fence(warp, active, of_block);
  }
}

void no_effect(Warp&, const Decoded&, LaneMask) {}

}  // namespace

Handler select_other(const Form& form) {
  if (form.opcode == Opcode::kMembar || form.opcode == Opcode::kFence) {
    return form.of_block ? fence<true> : fence<false>;
  }
  return no_effect;
}

Handler select(const Form& form) {
  switch (info(form.opcode).family) {
    case Family::kArith:
      return select_arith(form);
    case Family::kLogic:
      return select_logic(form);
    case Family::kCompare:
      return select_compare(form);
    case Family::kConvert:
      return select_convert(form);
    case Family::kFloatMath:
      return select_float_math(form);
    case Family::kMemory:
      return select_memory(form);
    case Family::kAtomic:
      return select_atomic(form);
    case Family::kWarp:
      return select_warp(form);
    case Family::kMatrix:
      return select_matrix(form);
    case Family::kControl:
    case Family::kBarrier:
      return select_other(form);
  }
  return nullptr;
}

}  // namespace warpschool::sim::WARPSCHOOL_ISA
