// Decides which accesses of a launch are ordered, by epochs of barriers, fences and warp
// operations.
#include "exec/races/happens_before.hpp"

#include "exec/races/stream_history.hpp"

#include <algorithm>

namespace warpschool::sim {

/// Another group than before: of lanes of several ones, or of a part of one.
void WarpOrder::regroup(LaneMask lanes) {
  if (groups.empty()) {
    groups.emplace_back();
    groups[0].lanes = kAllLanes;
    groups[0].own = met;
    tiles_met = 0;
  }
  LaneGroup joined;
  joined.lanes = lanes;
  joined.own = synced;
  for (LaneGroup& group : groups) {
    group.own = std::max(group.own, tiles_met);
    for (unsigned l = 0; l < kWarpSize && (group.lanes & lanes) != 0; ++l) {
      const bool is_own = (group.lanes >> l & 1u) != 0;
      joined.met[l] = std::max(joined.met[l], is_own ? group.own : group.met[l]);
    }
    for (LaneMask gone = group.lanes & lanes; gone != 0; gone &= gone - 1) {
      group.met[__builtin_ctz(gone)] = group.own;
    }
    group.lanes &= ~lanes;
  }
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [](const LaneGroup& group) { return group.lanes == 0; }),
               groups.end());
  groups.push_back(joined);
  tiles = 0;
  tiles_met = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (LaneMask rest = groups[i].lanes; rest != 0; rest &= rest - 1) {
      group_of[__builtin_ctz(rest)] = static_cast<std::uint8_t>(i);
    }
  }
}

void WarpOrder::make_tiles(std::uint32_t lanes) {
  const LaneMask first = (LaneMask{1} << lanes) - 1;
  const bool fresh = groups.empty();  // then all lanes know the same of each other
  for (unsigned lane = 0; lane < kWarpSize; lane += lanes) {
    if (!fresh) {
      meet(first << lane, kAllLanes);
      continue;
    }
    LaneGroup& group = groups.emplace_back();
    group.lanes = first << lane;
    group.own = synced;
    std::fill_n(group.met, kWarpSize, met);
    std::fill_n(group_of + lane, lanes, static_cast<std::uint8_t>(lane / lanes));
  }
  tiles = lanes;
}

HappensBefore::HappensBefore(Epoch& clock, const UnorderedWork* unordered)
    : clock_(clock),
      first_(++clock),
      stale_(unordered == nullptr ? first_ : unordered->first()),
      unordered_(unordered) {}

void HappensBefore::add_range(std::uint64_t block) {
  const Epoch first = ++clock_;
  if (!ranges_.empty()) {
    Range& last = ranges_.back();
    const bool follows = block == last.block + last.count;
    if (follows && last.count == 1) {
      last.stride = first - last.first;
      last.count = 2;
      return;
    }
    if (follows && first == last.first + last.stride * last.count) {
      ++last.count;
      return;
    }
  }
  Range range;
  range.first = first;
  range.block = block;
  ranges_.push_back(range);
}

void HappensBefore::start(BlockOrder& block, std::uint64_t index, std::size_t warps) {
  add_range(index);
  block.index = index;
  block.start = block.resumed = block.barrier = clock_;
  block.acquired = block.published = 0;
  block.fenced = false;
  block.carried.reset();
  block.warps.assign(warps, WarpOrder{});
}

void HappensBefore::resume(BlockOrder& block) {
  add_range(block.index);
  block.resumed = clock_;
}

std::uint64_t HappensBefore::block_of(Epoch epoch) const {
  auto range = std::upper_bound(ranges_.begin(), ranges_.end(), epoch,
                                [](Epoch m, const Range& r) { return m < r.first; });
  if (range == ranges_.begin()) {
    return 0;
  }
  --range;
  const std::uint64_t steps = range->stride == 0 ? 0 : (epoch - range->first) / range->stride;
  return range->block + std::min(steps, range->count - 1);
}

void HappensBefore::barrier(BlockOrder& block) {
  for (const WarpOrder& warp : block.warps) {
    block.acquired = std::max(block.acquired, warp.acquired);
  }
  if (block.fenced) {
    auto fences = std::make_shared<std::vector<Epoch>>();
    for (const WarpOrder& warp : block.warps) {
      fences->push_back(warp.fence);
      block.published = std::max(block.published, warp.fence_barrier);
    }
    block.carried = std::move(fences);
    block.fenced = false;
  }
  block.barrier = ++clock_;
}

WarpOrder& HappensBefore::warp_sync(BlockOrder& block, std::uint32_t warp) {
  WarpOrder& order = block.warps[warp];
  order.synced = ++clock_;
  order.fence_at_sync = order.fence;
  order.fence_in_block_at_sync = order.fence_in_block;
  return order;
}

void HappensBefore::fence(BlockOrder& block, std::uint32_t warp, LaneMask lanes) {
  WarpOrder& order = block.warps[warp];
  order.fence = ++clock_;
  order.fence_barrier = block.barrier;
  block.fenced = true;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    order.fenced[__builtin_ctz(rest)] = order.fence;
    order.fence_covers[__builtin_ctz(rest)] = order.synced;
  }
}

void HappensBefore::fence_in_block(BlockOrder& block, std::uint32_t warp, LaneMask lanes) {
  WarpOrder& order = block.warps[warp];
  order.fence_in_block = ++clock_;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    order.fenced_in_block[__builtin_ctz(rest)] = order.fence_in_block;
    order.fence_in_block_covers[__builtin_ctz(rest)] = order.synced;
  }
}

void HappensBefore::release(BlockOrder& block, std::uint32_t warp, LaneMask lanes) {
  WarpOrder& order = block.warps[warp];
  if (!has_to_tell(block, warp)) {
    return;  // no fence, nothing told
  }
  Release release;
  release.warp = order.fence_at_sync;
  release.warp_in_block = order.fence_in_block_at_sync;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    release.own = std::max(release.own, order.fenced[lane]);
    release.warp = std::max(release.warp, order.fence_covers[lane]);
    release.own_in_block = std::max(release.own_in_block, order.fenced_in_block[lane]);
    release.warp_in_block = std::max(release.warp_in_block, order.fence_in_block_covers[lane]);
  }
  release.block = std::max(block.published, release.own != 0 ? order.fence_barrier : 0);
  const Epoch told[] = {release.own, release.warp, release.block, release.own_in_block,
                        release.warp_in_block};
  const bool is_nothing = release.own == 0 && release.warp == 0 && !block.carried &&
                          release.own_in_block == 0 && release.warp_in_block == 0;
  const bool is_known = std::equal(std::begin(told), std::end(told), order.released) &&
                        order.released_lanes == lanes &&
                        order.released_carried == block.carried.get();
  if (is_nothing || is_known) {
    return;
  }
  std::copy(std::begin(told), std::end(told), order.released);
  order.released_lanes = lanes;
  order.released_carried = block.carried.get();
  release.when = ++clock_;
  release.warp_index = warp;
  release.lanes = lanes;
  release.block_index = block.index;
  release.carried = block.carried;
  if (releases_.size() == kMostReleases) {
    const auto half = releases_.begin() + static_cast<std::ptrdiff_t>(kMostReleases / 2);
    forgiven_ = (half - 1)->when;
    releases_.erase(releases_.begin(), half);
  }
  releases_.push_back(std::move(release));
}

void HappensBefore::begin_idle_release() {
  if (idle_releases_.size() < kMostReleases) {
    idle_releases_.push_back(++clock_);
  }
}

Epoch HappensBefore::end_of_release(Epoch epoch, std::uint32_t thread) const {
  constexpr Epoch kLatest = 2;  // after the fence of an access that has an order
  auto release = std::upper_bound(releases_.begin(), releases_.end(), epoch,
                                  [](Epoch m, const Release& r) { return m < r.when; });
  const bool is_its_own = release != releases_.end() && release->when - epoch <= kLatest &&
                          release->warp_index == thread / kWarpSize &&
                          (release->lanes >> thread % kWarpSize & 1u) != 0 &&
                          release->block_index == block_of(epoch);
  return (is_its_own ? release->when : epoch) + 1;
}

bool HappensBefore::Release::covers(Epoch epoch, std::uint32_t thread, bool before_release,
                                    bool in_block) const {
  if (!in_block && is_for_block_only()) {
    return false;
  }
  const Epoch of_warp = in_block ? std::max(warp, warp_in_block) : warp;
  const Epoch of_lanes = in_block ? std::max(own, own_in_block) : own;
  const std::uint32_t warp_of_thread = thread / kWarpSize;
  if (epoch < block || (carried && epoch < (*carried)[warp_of_thread])) {
    return true;
  }
  return warp_of_thread == warp_index &&
         (epoch < of_warp ||
          ((epoch < of_lanes || before_release) && (lanes >> thread % kWarpSize & 1u) != 0));
}

bool HappensBefore::published(Epoch epoch, std::uint32_t thread, bool before_release,
                              Epoch acquired, std::uint64_t reader) const {
  if (acquired <= epoch) {
    return false;
  }
  if (epoch < forgiven_) {
    return true;
  }
  const std::uint64_t block = block_of(epoch);
  auto release = std::upper_bound(releases_.begin(), releases_.end(), epoch,
                                  [](Epoch m, const Release& r) { return m < r.when; });
  bool block_knows = false;  // then who tells other blocks of it may be another of its threads
  for (; release != releases_.end() && release->when < acquired; ++release) {
    if (release->block_index != block) {
      continue;
    }
    if (release->covers(epoch, thread, before_release, block == reader) ||
        (block_knows && !release->is_for_block_only())) {
      return true;
    }
    block_knows |= release->covers(epoch, thread, before_release, true);
  }
  return false;
}

}  // namespace warpschool::sim
