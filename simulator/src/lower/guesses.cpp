#include "lower/guesses.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// From the load to the atomic in the source; unoptimised code keeps addresses in different
/// registers, so lines have to do.
constexpr std::uint32_t kMostLines = 8;

bool is_swap(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom && i.c != kNoSlot;
}

/// Does it look at what is there? A compare-and-swap, a minimum, a maximum; or the program does, at
/// what the atomic says was there.
bool checks_again(const Decoded& i, const InstructionInfo& info) {
  const bool is_atomic = info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  return is_atomic && (is_swap(i, info) || info.is_extreme || info.result_compared);
}

bool guesses_for(const Decoded& load, const InstructionInfo& of_load, const Decoded& atomic,
                 const InstructionInfo& of_atomic) {
  const bool must_follow = !is_swap(atomic, of_atomic) && !of_atomic.is_extreme;
  if (load.bytes != atomic.bytes || (must_follow && &atomic < &load) ||
      (!is_swap(atomic, of_atomic) && !of_load.only_compared)) {
    return false;
  }
  const bool same_register = load.a == atomic.a && load.displacement == atomic.displacement;
  const bool is_near = of_load.line != 0 && of_load.file == of_atomic.file &&
                       of_atomic.line >= of_load.line &&
                       of_atomic.line - of_load.line <= kMostLines;
  return same_register || is_near;
}

}  // namespace

void mark_guesses(Program& program) {
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
    program.info[i].is_guess = std::any_of(atomics.begin(), atomics.end(), [&](std::size_t atomic) {
      return guesses_for(load, program.info[i], program.code[atomic], program.info[atomic]);
    });
  }
}

}  // namespace warpschool::sim
