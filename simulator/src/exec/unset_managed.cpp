#include "exec/unset_managed.hpp"

#include "data/details.hpp"
#include "exec/grid.hpp"
#include "memory/shadow.hpp"

#include <utility>

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
  if (!grid.wants_note(FaultKind::kUninitialisedRead, pc)) {
    return true;
  }
  Fault note;
  note.kind = FaultKind::kUninitialisedRead;
  note.space = Space::kGlobal;
  note.address = address;
  note.access_bytes = request.bytes;
  note.detail = kManagedNeverSet;
  note.allocation = grid.memory.nearest(address, request.bytes);
  grid.complete(note, *warp.block, warp, lanes, pc);
  grid.notes.push_back(std::move(note));
  return true;
}

}  // namespace warpschool::sim
