// Finds the atomics that check a plain load again: on the same address, by its value.
#include "lower/analysis/validated_loads.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

bool is_swap(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom && i.c != kNoSlot;
}

bool is_atomic(const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
}

/// An "and" or an "or": bits that are set already it may set again.
bool sets_bits(const InstructionInfo& info) {
  return info.is_extreme && !info.is_one_number;
}

/// Does it look at what is there? A compare-and-swap, a minimum, a maximum; or the program does, at
/// what the atomic says was there.
bool checks_again(const Decoded& i, const InstructionInfo& info) {
  return is_atomic(info) && (is_swap(i, info) || info.is_extreme || info.result_compared);
}

/// From the load on to the end of the branch, does the atomic alone change memory? Places of the
/// stack frame do not count.
bool is_all_that_happens(const Program& program, std::size_t load, std::size_t atomic) {
  for (std::size_t at = load + 1; at < program.code.size(); ++at) {
    const InstructionInfo& info = program.info[at];
    const bool is_store = info.opcode == Opcode::kSt && program.code[at].target == 0;
    if (at != atomic && (is_store || is_atomic(info))) {
      return false;
    }
    if (at > atomic && program.code[at].step != Step::kPlain) {
      break;
    }
  }
  return true;
}

/// Do comparisons alone use what this instruction sets, or bits of it?
bool is_only_tested(const Program& program, const DefUse& def_use, std::size_t at, unsigned steps) {
  const std::vector<std::uint32_t> uses = def_use.uses(at);
  return !uses.empty() && std::all_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
    const Opcode opcode = program.info[use].opcode;
    const bool takes_bits = opcode == Opcode::kAnd || opcode == Opcode::kShr;
    return opcode == Opcode::kSetp ||
           (takes_bits && steps != 0 && is_only_tested(program, def_use, use, steps - 1));
  });
}

/// "if (!(seen[word] & bit)) atomicOr(&seen[word], bit)": who comes too late must find that out, or
/// have done nothing else.
bool guesses_bits(const Program& program, const DefUse& def_use, std::size_t load,
                  std::size_t atomic) {
  constexpr unsigned kMostSteps = 2;
  return (program.info[atomic].result_compared || is_all_that_happens(program, load, atomic)) &&
         is_only_tested(program, def_use, load, kMostSteps);
}

bool guesses_for(const Program& program, const Dataflow& flow, std::size_t load_at,
                 std::size_t atomic_at) {
  const Decoded &load = program.code[load_at], &atomic = program.code[atomic_at];
  const InstructionInfo &of_load = program.info[load_at], &of_atomic = program.info[atomic_at];
  const bool of_bits = sets_bits(of_atomic), swaps = is_swap(atomic, of_atomic);
  const bool must_follow = !swaps && (of_bits || !of_atomic.is_extreme);
  const bool is_compared = of_load.only_compared && (!of_bits || of_atomic.result_compared);
  if (load.bytes != atomic.bytes || (must_follow && atomic_at < load_at) ||
      (!swaps && !is_compared && !of_bits)) {
    return false;
  }
  return flow.addresses.address(load_at) == flow.addresses.address(atomic_at) &&
         (swaps || is_compared || guesses_bits(program, flow.def_use, load_at, atomic_at));
}

}  // namespace

void mark_validated_loads(Program& program, const Dataflow& flow) {
  std::vector<std::size_t> atomics;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (checks_again(program.code[i], program.info[i])) {
      atomics.push_back(i);
    }
  }
  for (std::size_t i = 0; i < program.code.size() && !atomics.empty(); ++i) {
    const Decoded& load = program.code[i];
    const bool may_meet = load.space == Space::kGlobal || load.space == Space::kShared ||
                          load.space == Space::kGeneric;
    if (program.info[i].opcode != Opcode::kLd || !may_meet) {
      continue;
    }
    program.info[i].is_validated =
        std::any_of(atomics.begin(), atomics.end(),
                    [&](std::size_t atomic) { return guesses_for(program, flow, i, atomic); });
  }
}

}  // namespace warpschool::sim
