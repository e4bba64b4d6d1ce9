#include "exec/idle_stores.hpp"

#include "exec/grid.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {
namespace {

/// How far before its store a value may be selected: unoptimised code computes the address in
/// between.
constexpr std::size_t kMostInstructions = 48;

bool selects(Opcode opcode) {
  return opcode == Opcode::kMin || opcode == Opcode::kMax || opcode == Opcode::kSelp;
}

/// Whether the value of the store at `store` is a minimum, a maximum or a choice, made in the same
/// line or in the register that is stored.
bool stores_a_choice(const Program& program, std::size_t store) {
  const InstructionInfo& of_store = program.info[store];
  for (std::size_t back = 1; back <= std::min(store, kMostInstructions); ++back) {
    const InstructionInfo& info = program.info[store - back];
    if (!selects(info.opcode)) {
      continue;
    }
    const auto& made = info.destinations;
    if ((info.line == of_store.line && info.file == of_store.file) ||
        std::find(made.begin(), made.end(), program.code[store].d) != made.end()) {
      return true;
    }
  }
  return false;
}

/// Lanes whose register has the value that is in memory.
/// @param now lane 0's register. @param before where the first active lane stores.
template <class Value>
LaneMask lanes_that_keep(const std::byte* now, const std::byte* before, LaneMask active,
                         const MemorySite& site) {
  LaneMask same = 0;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const bool keeps =
        std::memcmp(now + lane * sizeof(Value), before + site.delta[lane], sizeof(Value)) == 0;
    same |= LaneMask{keeps} << lane;
  }
  return same;
}

}  // namespace

LaneMask idle_lanes(const Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const Program& program = warp.grid->program;
  const auto at = static_cast<std::size_t>(request.instruction - program.code.data());
  const InstructionInfo& info = program.info[at];
  const bool is_word = request.bytes == 4 && info.register_bytes == 4;
  const bool is_double_word = request.bytes == 8 && info.register_bytes == 8;
  if (info.opcode != Opcode::kSt || (!is_word && !is_double_word)) {
    return 0;
  }
  const std::byte* const now = warp.frame + request.instruction->d;
  const std::byte* const before = site.backing + (request.first - site.begin);
  const LaneMask idle = is_word ? lanes_that_keep<std::uint32_t>(now, before, request.active, site)
                                : lanes_that_keep<std::uint64_t>(now, before, request.active, site);
  return idle != 0 && stores_a_choice(program, at) ? idle : 0;
}

}  // namespace warpschool::sim
