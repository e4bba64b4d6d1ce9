#include "lower/guesses.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// From the load to the swap in the source; unoptimised code keeps addresses in different
/// registers, so lines have to do.
constexpr std::uint32_t kMostLines = 8;

bool is_swap(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom && i.c != kNoSlot;
}

bool guesses_for(const Decoded& load, const InstructionInfo& of_load, const Decoded& swap,
                 const InstructionInfo& of_swap) {
  if (load.bytes != swap.bytes) {
    return false;
  }
  const bool same_register = load.a == swap.a && load.displacement == swap.displacement;
  const bool is_near = of_load.line != 0 && of_load.file == of_swap.file &&
                       of_swap.line >= of_load.line && of_swap.line - of_load.line <= kMostLines;
  return same_register || is_near;
}

}  // namespace

void mark_guesses(Program& program) {
  std::vector<std::size_t> swaps;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    if (is_swap(program.code[i], program.info[i])) {
      swaps.push_back(i);
    }
  }
  for (std::size_t i = 0; i < program.code.size() && !swaps.empty(); ++i) {
    const Decoded& load = program.code[i];
    const bool may_meet = load.space == Space::kGlobal || load.space == Space::kShared ||
                          load.space == Space::kGeneric;
    if (program.info[i].opcode != Opcode::kLd || !may_meet) {
      continue;
    }
    program.info[i].is_guess = std::any_of(swaps.begin(), swaps.end(), [&](std::size_t swap) {
      return guesses_for(load, program.info[i], program.code[swap], program.info[swap]);
    });
  }
}

}  // namespace warpschool::sim
