// Defers race checks of shared loads until somebody writes.
#include "exec/races/shared_reads.hpp"

#include "exec/launch/grid.hpp"
#include "exec/races/race.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Loads of a phase beyond these are looked at one by one, so that the list stays in the cache.
constexpr std::size_t kMostLoads = 4096, kMostDeltas = std::size_t{16} * kMostLoads;

constexpr unsigned kGroups = kWarpSize / kGroupLanes;

}  // namespace

void SharedReads::start() {
  forget();
  last_write_ = 0;
}

void SharedReads::forget() {
  loads_.clear();
  deltas_.clear();
}

bool SharedReads::put_off(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const BlockOrder& order = warp.block->order;
  if (last_write_ >= order.barrier) {
    return false;
  }
  if (barrier_ != order.barrier) {
    forget();
    barrier_ = order.barrier;
  }
  in_vain_.resize(std::max<std::size_t>(in_vain_.size(), request.site + 1));
  if (in_vain_[request.site] != 0 || loads_.size() == kMostLoads || deltas_.size() > kMostDeltas) {
    return false;
  }
  Load load;
  load.warp = &warp;
  load.instruction = request.instruction;
  load.first = static_cast<std::uint32_t>(request.first);
  load.active = request.active;
  load.site = request.site;
  load.version = site.version;
  load.low = site.low;
  load.high = site.high;
  load.deltas = static_cast<std::uint32_t>(deltas_.size());
  load.pattern = site.pattern;
  load.consecutive_groups = site.consecutive_groups;
  load.bytes = static_cast<std::uint8_t>(request.bytes);
  load.generic = request.generic;
  if (site.pattern == Pattern::kGroups) {
    for (unsigned group = 0; group < kGroups; ++group) {
      deltas_.push_back(site.delta[std::size_t{group} * kGroupLanes]);
    }
  } else if (site.pattern == Pattern::kGather) {
    deltas_.insert(deltas_.end(), site.delta, site.delta + kWarpSize);
  }
  loads_.push_back(load);
  return true;
}

void SharedReads::restore_deltas(const Load& load, MemorySite& site) const {
  const std::int32_t* const kept = deltas_.data() + load.deltas;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const unsigned group = l / kGroupLanes;
    const auto in_group = static_cast<std::int32_t>(l % kGroupLanes * load.bytes);
    const bool is_consecutive = (load.consecutive_groups >> group & 1u) != 0;
    switch (load.pattern) {
      case Pattern::kUniform:
        site.delta[l] = 0;
        break;
      case Pattern::kConsecutive:
        site.delta[l] = static_cast<std::int32_t>(l * load.bytes);
        break;
      case Pattern::kGroups:
        site.delta[l] = kept[group] + (is_consecutive ? in_group : 0);
        break;
      case Pattern::kGather:
        site.delta[l] = kept[l];
        break;
    }
  }
}

void SharedReads::look(const BlockOrder& order) {
  if (barrier_ != order.barrier) {
    forget();
    return;
  }
  MemorySite site;
  site.space = Space::kShared;
  for (const Load& load : loads_) {
    restore_deltas(load, site);
    site.mask = load.active;
    site.version = load.version;
    site.low = load.low;
    site.high = load.high;
    site.pattern = load.pattern;
    site.consecutive_groups = load.consecutive_groups;
    const AccessRequest request{.kind = AccessKind::kLoad,
                                .space = Space::kShared,
                                .bytes = load.bytes,
                                .first = load.first,
                                .active = load.active,
                                .site = load.site,
                                .instruction = load.instruction,
                                .generic = load.generic};
    check_races(*load.warp, request, site, load.warp->block->race_words_at(load.first));
    in_vain_[load.site] = 1;
  }
  forget();
}

}  // namespace warpschool::sim
