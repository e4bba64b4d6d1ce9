// Recognises stores that leave memory as it is.
#include "exec/races/silent_stores.hpp"

#include "exec/launch/grid.hpp"

#include <cstring>

namespace warpschool::sim {
namespace {

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
  if (!info.stores_min_or_max || (!is_word && !is_double_word)) {
    return 0;
  }
  const std::byte* const now = warp.frame + request.instruction->d;
  const std::byte* const before = site.backing + (request.first - site.begin);
  return is_word ? lanes_that_keep<std::uint32_t>(now, before, request.active, site)
                 : lanes_that_keep<std::uint64_t>(now, before, request.active, site);
}

}  // namespace warpschool::sim
