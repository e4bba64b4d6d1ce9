// Which accesses of a launch are ordered: by barriers, by warp-level operations, by fences with
// atomics or volatile accesses. The model is that of PTX ISA, section 8 on the memory consistency
// model, made simpler: an acquire sees everything that was released before, by whatever word. So a
// program that synchronises through unrelated words is not told of, and none that does it right is
// accused.
//
// Blocks run one after the other, so one clock does instead of vector clocks. An access is recorded
// as the epoch at which it was made, and "ordered by the last barrier" is a comparison of two
// epochs.
#pragma once

#include "exec/schedule/warp.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

/// Logical time of a device; rises whenever something may order accesses.
using Epoch = std::uint32_t;

/// Lanes of a warp that met while others did not: __syncwarp and kin with a mask.
struct LaneGroup {
  LaneMask lanes = 0;
  Epoch own = 0;              ///< their accesses before are ordered for all of them
  Epoch met[kWarpSize] = {};  ///< by lane of others: its accesses before are ordered for them
};

/// "Before" of a warp.
struct WarpOrder {
  Epoch synced = 0;               ///< lanes of the warp last met: __syncwarp and kin
  Epoch met = 0;                  ///< all of them did
  std::vector<LaneGroup> groups;  ///< of lanes that met since, disjoint; empty: there are none
  std::uint8_t group_of[kWarpSize] = {};  ///< by lane: which of `groups`
  std::uint32_t tiles = 0;       ///< `groups` are the warp's tiles of so many lanes; 0: not known
  Epoch tiles_met = 0;           ///< all of them did at once, each its own lanes
  Epoch acquired = 0;            ///< releases before are known here
  Epoch fence = 0;               ///< the last of any lane
  Epoch fence_barrier = 0;       ///< the block's last barrier then
  Epoch fence_at_sync = 0;       ///< `fence` when the lanes last met
  Epoch fenced[kWarpSize] = {};  ///< by lane: a fence of its own came after its accesses before
  Epoch fence_covers[kWarpSize] = {};  ///< by lane: that fence came after the warp's before
  Epoch fence_in_block = 0;  ///< the same of fences that order for the block's threads only
  Epoch fence_in_block_at_sync = 0;
  Epoch fenced_in_block[kWarpSize] = {};
  Epoch fence_in_block_covers[kWarpSize] = {};
  Epoch released[5] = {};  ///< what the last release told: nothing new is not told again
  const void* released_carried = nullptr;
  LaneMask released_lanes = 0;

  /// Accesses of `lane` before are ordered for `other`.
  Epoch met_by(unsigned lane, unsigned other) const {
    if (groups.empty()) {
      return met;
    }
    const LaneGroup& group = groups[group_of[other]];
    const bool is_mate = (group.lanes >> lane & 1u) != 0;
    return is_mate ? std::max(group.own, tiles_met) : group.met[lane];
  }
  /// How many lanes each of those tiles has whose lanes met last, all of them at once: neighbours,
  /// a power of two; kWarpSize: all lanes. 0: it was not so.
  std::uint32_t tile() const {
    return groups.empty() ? kWarpSize : tiles_met == synced ? tiles : 0;
  }
  /// Of the `live` lanes these have met at `synced`: each knows what any of them knew.
  void meet(LaneMask lanes, LaneMask live) {
    if ((live & ~lanes) == 0) {
      met = synced;
      groups.clear();
      tiles = 0;
      return;
    }
    const std::size_t known = groups.empty() ? 0 : group_of[__builtin_ctz(lanes)];
    if (!groups.empty() && groups[known].lanes == lanes) {
      groups[known].own = synced;  // a tile meets over and over
    } else {
      regroup(lanes);
    }
  }
  /// All 32 lanes have met at `synced`, those of each tile of so many: a power of two below 32.
  void meet_in_tiles(std::uint32_t lanes) {
    if (tiles != lanes) {
      make_tiles(lanes);
    }
    tiles_met = synced;
  }

 private:
  void regroup(LaneMask lanes);
  void make_tiles(std::uint32_t lanes);
};

/// "Before" of a block.
struct BlockOrder {
  std::uint64_t index = 0;
  Epoch start = 0;             ///< when it began
  Epoch resumed = 0;           ///< when it last got its turn: all epochs since are its own
  Epoch barrier = 0;           ///< all its accesses before are ordered for all its threads
  Epoch acquired = 0;          ///< releases before are known to all its threads
  Epoch published = 0;         ///< its accesses before were followed by a fence, then by a barrier
  bool fenced = false;         ///< since the last barrier
  bool saw_left_flag = false;  ///< what it looked at last was written before the launch
  std::shared_ptr<const std::vector<Epoch>> carried;  ///< by warp: its fence before the barrier
  std::vector<WarpOrder> warps;
};

class UnorderedWork;

class HappensBefore {
 public:
  /// @param clock of the device; goes on from launch to launch.
  /// @param unordered earlier work that is not ordered with this launch; nullptr: there is none.
  explicit HappensBefore(Epoch& clock, const UnorderedWork* unordered = nullptr);

  /// Accesses of epochs before belong to earlier launches.
  Epoch first() const { return first_; }
  /// Accesses of epochs before are ordered with the whole launch.
  Epoch stale() const { return stale_; }
  const UnorderedWork* unordered() const { return unordered_; }
  /// Others may know what this launch wrote: it told them, after a fence.
  bool has_released() const { return !releases_.empty(); }
  Epoch now() const { return clock_; }
  /// The epoch counter is exhausted: nothing can be said about races any more.
  bool exhausted() const { return clock_ >= kLastMoment || ranges_.size() >= kMostRanges; }

  void start(BlockOrder& block, std::uint64_t index, std::size_t warps);
  void resume(BlockOrder& block);
  void barrier(BlockOrder& block);
  /// Lanes of the warp meet; WarpOrder::meet is to be told which.
  WarpOrder& warp_sync(BlockOrder& block, std::uint32_t warp);
  void fence(BlockOrder& block, std::uint32_t warp, LaneMask lanes);
  /// __threadfence_block: other blocks learn nothing by it.
  void fence_in_block(BlockOrder& block, std::uint32_t warp, LaneMask lanes);
  /// An atomic or volatile write: what fences came after may be known to who reads it.
  void release(BlockOrder& block, std::uint32_t warp, LaneMask lanes);
  /// An atomic or volatile read: releases before `until` are known now.
  static void acquire(BlockOrder& block, std::uint32_t warp, Epoch until) {
    Epoch& acquired = block.warps[warp].acquired;
    acquired = until > acquired ? until : acquired;
  }
  /// A write that may be a release, but leaves a word with the value that it had before the launch:
  /// who finds that value need not have waited. Between the two its epoch is no other's.
  void begin_idle_release();
  void end_idle_release() { ++clock_; }
  bool is_idle_release(Epoch epoch) const {
    return std::binary_search(idle_releases_.begin(), idle_releases_.end(), epoch);
  }
  /// Has anybody read what such a write left?
  bool is_flag_left() const { return is_flag_left_; }
  void note_left_flag() { is_flag_left_ = true; }
  /// Has this warp, or its block, something to tell by a release?
  static bool has_to_tell(const BlockOrder& block, std::uint32_t warp) {
    const WarpOrder& order = block.warps[warp];
    return order.fence != 0 || order.fence_in_block != 0 || block.carried != nullptr;
  }
  /// Behind the release, if it is one, that `thread` made by the write that is recorded at
  /// `epoch`.
  Epoch end_of_release(Epoch epoch, std::uint32_t thread) const;

  /// The block that ran then.
  std::uint64_t block_of(Epoch epoch) const;
  /// Were releases forgotten? Then published() is true of some that nobody acquired, too.
  bool forgives() const { return forgiven_ != 0; }
  /// Was an access made known by a release before `acquired`?
  /// @param before_release it counts if its thread made it before the release, fence or not: the
  /// write that releases, and reads, whose values it may hold.
  /// @param reader the block that wants to know it
  bool published(Epoch epoch, std::uint32_t thread, bool before_release, Epoch acquired,
                 std::uint64_t reader) const;

  /// The clock must be set back (and all shadows dropped) before the next launch.
  static bool wants_reset(Epoch clock) { return clock >= kLastMoment / 2; }

 private:
  static constexpr Epoch kLastMoment = 0x7fff'0000u;  ///< entries are compared as signed numbers
  static constexpr std::size_t kMostRanges = std::size_t{1} << 21;
  static constexpr std::size_t kMostReleases = std::size_t{1} << 19;

  /// Blocks that ran one after the other, for the same number of epochs each.
  struct Range {
    Epoch first = 0, stride = 0;
    std::uint64_t block = 0, count = 1;
  };
  struct Release {
    Epoch when = 0;
    Epoch own = 0;                              ///< of its lanes: accesses before
    Epoch warp = 0;                             ///< of its warp
    Epoch block = 0;                            ///< of its block
    Epoch own_in_block = 0, warp_in_block = 0;  ///< the same for threads of the block
    std::uint32_t warp_index = 0;
    LaneMask lanes = 0;
    std::uint64_t block_index = 0;
    std::shared_ptr<const std::vector<Epoch>> carried;
    bool is_for_block_only() const { return own == 0 && warp == 0 && block == 0 && !carried; }
    bool covers(Epoch epoch, std::uint32_t thread, bool before_release, bool in_block) const;
  };

  void add_range(std::uint64_t block);

  Epoch& clock_;
  Epoch first_, stale_;
  const UnorderedWork* unordered_;
  Epoch forgiven_ = 0;  ///< releases up to here were forgotten: all before counts as published
  std::vector<Range> ranges_;
  std::vector<Release> releases_;     ///< ascending
  std::vector<Epoch> idle_releases_;  ///< ascending
  bool is_flag_left_ = false;
};

}  // namespace warpschool::sim
