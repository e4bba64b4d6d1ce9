// Race checks for whole sectors of global memory.
#include "exec/races/race_sectors.hpp"

namespace warpschool::sim::shadow {
namespace {

// Equal threads and sizes in the entries of two sectors: equal threads in those of all words.
constexpr Entry kSame = kThreadBits | kSizeBits;

}  // namespace

bool pass_sector_writes(const SectorRun& run) {
  std::int64_t good = -1;
  for (const SectorTouch& touch : run.touches) {
    const Entry now = run.base + touch.tag;
    good &= is_before(run.writers[touch.sector], now, run.limits, kSame) &
            is_before(run.readers[touch.sector], now, run.limits, kSame | kKindBits);
  }
  if (good >= 0) {
    return false;
  }
  for (const SectorTouch& touch : run.touches) {
    run.writers[touch.sector] = run.base + touch.tag;
  }
  return true;
}

bool pass_sector_reads(const SectorRun& run) {
  std::int64_t good = -1, replaced = 0;
  for (const SectorTouch& touch : run.touches) {
    const Entry now = run.base + touch.tag, reader = run.readers[touch.sector];
    const std::int64_t before = is_before(reader, now, run.limits, kSame | kKindBits);
    good &= is_before(run.writers[touch.sector], now, run.limits, kSame | kKindBits) &
            (before | subsumes(reader, run.limits, run.fresh));
    replaced |= before;
  }
  if (good >= 0) {
    return false;
  }
  for (const SectorTouch& touch : run.touches) {
    Entry& reader = run.readers[touch.sector];
    const Entry now = run.base + touch.tag;
    if (replaced < 0 && is_before(reader, now, run.limits, kSame | kKindBits) < 0) {
      reader = now;
    }
  }
  return true;
}

}  // namespace warpschool::sim::shadow
