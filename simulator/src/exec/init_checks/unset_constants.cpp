// Notes kernels that read constant variables which nobody has set.
#include "exec/init_checks/unset_constants.hpp"

#include "exec/launch/grid.hpp"
#include "memory/shadow.hpp"

#include <utility>

namespace warpschool::sim {
namespace {

/// Were all bytes of a lane's access left as they were?
bool reads_unset(const AccessRequest& request, const MemorySite& site, unsigned lane) {
  const std::uint64_t first =
      request.first - site.begin + static_cast<std::uint64_t>(std::int64_t{site.delta[lane]});
  for (std::uint64_t byte = first; byte < first + request.bytes; ++byte) {
    if (site.shadow->written.has(byte)) {
      return false;
    }
  }
  return true;
}

LaneMask lanes_that_read_unset(const AccessRequest& request, const MemorySite& site) {
  if (site.pattern == Pattern::kUniform) {
    const auto leader = static_cast<unsigned>(__builtin_ctz(request.active));
    return reads_unset(request, site, leader) ? request.active : 0;
  }
  LaneMask unset = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    unset |= reads_unset(request, site, lane) ? LaneMask{1} << lane : 0;
  }
  return unset;
}

/// Who sets a part may mean the rest to be zero, but hardly who counts elements for bytes.
enum class SetPart : std::uint8_t { kNone, kAsManyBytesAsElements, kSome };

SetPart set_part(const WrittenBytes& written, std::uint64_t bytes, std::uint32_t element) {
  const std::uint64_t end = written.end_of_run(0, bytes);
  if (!written.has(0)) {
    return end == bytes ? SetPart::kNone : SetPart::kSome;
  }
  const bool is_begin = written.end_of_run(end, bytes) == bytes;
  const bool is_count = end % element != 0 || end * element == bytes;
  return is_begin && is_count ? SetPart::kAsManyBytesAsElements : SetPart::kSome;
}

}  // namespace

void note_never_set(Warp& warp, const AccessRequest& request, LaneMask lanes, Space space,
                    DeviceAddress address, UninitialisedCause cause) {
  Grid& grid = *warp.grid;
  Fault note;
  note.kind = FaultKind::kUninitialisedRead;
  note.space = space;
  note.address = address;
  note.access_bytes = request.bytes;
  note.cause = std::move(cause);
  note.allocation = grid.memory.nearest(address, request.bytes);
  const auto pc = static_cast<std::uint32_t>(request.instruction - grid.program.code.data());
  grid.complete(note, *warp.block, warp, lanes, pc);
  grid.notes.push_back(std::move(note));
}

void check_constant(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Grid& grid = *warp.grid;
  if (site.shadow == nullptr || site.shadow->written.complete()) {
    return;
  }
  const LaneMask unset = lanes_that_read_unset(request, site);
  const Allocation* const held = unset == 0 ? nullptr : grid.memory.find(site.begin);
  if (held == nullptr) {
    return;
  }
  const SetPart part = set_part(site.shadow->written, held->bytes, request.bytes);
  site.shadow->written.mark(0, held->bytes);  // once is enough
  const auto pc = static_cast<std::uint32_t>(request.instruction - grid.program.code.data());
  if (part == SetPart::kSome || !grid.wants_note(FaultKind::kUninitialisedRead, pc)) {
    return;
  }
  const auto delta = std::int64_t{site.delta[__builtin_ctz(unset)]};
  note_never_set(warp, request, unset, Space::kConst,
                 request.first + static_cast<DeviceAddress>(delta),
                 {part == SetPart::kNone ? UninitialisedCause::What::kConstant
                                         : UninitialisedCause::What::kPartOfConstant,
                  held->name()});
}

}  // namespace warpschool::sim
