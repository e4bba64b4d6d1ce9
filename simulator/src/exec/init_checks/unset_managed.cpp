// Notes kernels that read managed memory which nobody has written.
#include "exec/init_checks/unset_managed.hpp"

#include "exec/init_checks/unset_constants.hpp"
#include "exec/launch/grid.hpp"
#include "memory/shadow.hpp"

namespace warpschool::sim {

bool note_unset_managed(Warp& warp, const AccessRequest& request, const MemorySite& site,
                        DeviceAddress address, LaneMask lanes) {
  Grid& grid = *warp.grid;
  const Allocation* const held =
      request.space == Space::kGlobal ? grid.memory.find(site.begin) : nullptr;
  if (held == nullptr || held->kind != AllocationKind::kManaged || site.shadow == nullptr) {
    return false;
  }
  site.shadow->written.mark(0, held->bytes);  // once is enough
  const auto pc = static_cast<std::uint32_t>(request.instruction - grid.program.code.data());
  if (grid.wants_note(FaultKind::kUninitialisedRead, pc)) {
    note_never_set(warp, request, lanes, Space::kGlobal, address,
                   {UninitialisedCause::What::kManaged});
  }
  return true;
}

}  // namespace warpschool::sim
