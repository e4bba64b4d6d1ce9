// Functional caches: which sectors of a global access hit in L1, in L2, or go to DRAM; and how long
// atomics queue.
//
// Execution calls one method per warp request; the counting rules are those of docs/TIME_MODEL.md,
// section "Counting". An L1 belongs to one block at a time, L2 to all. When blocks run at the same
// time each host thread has a Traffic of its own, whose requests to L2 are logged and replayed in
// the order of blocks.
#pragma once

#include "model/traffic_log.hpp"
#include "warpschool/sim/counters.hpp"
#include "warpschool/sim/profile.hpp"
#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace warpschool::sim {

/// Where the slowest sector of a request came from: it decides the latency of the load.
enum class HitLevel : std::uint8_t { kL1, kL2, kDram };

/// What the replay of a shard found out. Shards are replayed at the same time: no two share a line
/// of the host's caches.
struct alignas(64) ReplaySum {
  std::uint64_t dram_bytes = 0;
  std::uint64_t owed_sectors = 0;  ///< change, modulo 2^64
};

/// The device's L2: launches find what earlier ones, copies and fills left there.
class SharedL2 {
 public:
  explicit SharedL2(const DeviceProfile& profile);
  ~SharedL2();
  SharedL2(const SharedL2&) = delete;
  SharedL2& operator=(const SharedL2&) = delete;

  /// The cache for a launch.
  SectorCache& begin_launch();
  /// Empties it.
  void cool();
  /// A copy or a fill writes these bytes. What that costs is in its own time.
  void fill(std::uint64_t address, std::uint64_t bytes);

 private:
  std::uint64_t bytes_;
  std::unique_ptr<SectorCache> cache_;  ///< nullptr: nothing came here yet
};

/// Lives as long as a launch: L1 is cold when it begins.
class Traffic {
 public:
  /// @param l2 must outlive it.
  /// @param resident_blocks blocks that share an SM's L1 (its capacity is divided among them).
  /// @param warps of a block, which on a device run side by side.
  /// @param blocks of the grid; 0: enough for all SMs, and no block finds what another one brought.
  Traffic(const DeviceProfile& profile, SectorCache& l2, unsigned resident_blocks,
          std::uint64_t shared_bytes_per_block, unsigned warps = 1, std::uint64_t blocks = 0);
  /// For another host thread: an L1 of its own before the L2 of `whole`, which it does not change.
  explicit Traffic(Traffic& whole);
  ~Traffic();

  /// A new block starts on its SM: its L1 share is cold, but for what finish() makes of SmLines.
  void begin_block(std::uint64_t block_index);
  /// Asks the host's memory for L2's part of what will be loaded or stored: its arrays outgrow
  /// the host's nearest caches.
  void expect(std::span<const std::uint64_t> sectors) const;
  /// `sectors`: distinct sector addresses (byte address / 32) in ascending order.
  /// @param through_l1 false for loads that must not be served by L1 (volatile, .cg, .cv, acquire).
  /// @param warp which of the block's asks.
  HitLevel load(std::span<const std::uint64_t> sectors, Counters& counters, bool through_l1 = true,
                unsigned warp = 0);
  /// `full`: bit i says that sectors[i] is written wholly by this request.
  void store(std::span<const std::uint64_t> sectors, std::uint32_t full, Counters& counters);
  /// Stores of a warp that are near each other: what they write to a line goes to L2 together.
  /// @param written which bytes of each sector.
  void store_near(std::span<const std::uint64_t> sectors, std::span<const std::uint32_t> written,
                  unsigned warp, Counters& counters);
  /// The warp's next store_near() has nothing to do with those before.
  void begin_near_stores(unsigned warp);
  /// One warp-level atomic: the lanes' byte addresses (active lanes only), at most 32.
  void atomic(std::span<const std::uint64_t> addresses, bool is_float, unsigned warp,
              Counters& counters);
  /// Turns of the loop by which a warp's lanes change words of shared memory (swap_loops.hpp).
  double loop_turns(std::span<const DeviceAddress> words, unsigned warp);
  /// Counts what is to be written back and what blocks found in a warm L1, sums up slices: call
  /// once, at the end of the launch.
  void finish(Counters& counters);

  // Of another host thread's Traffic:
  /// Requests to L2 go to `log` from now on; load() says kL2 for all but L1.
  void set_log(TrafficLog& log);
  /// Forgets how long the atomics since the last absorb() queue.
  void discard();

  // Of the whole:
  /// Repeats a part of one shard of a log on L2. Different shards may be replayed at the same time.
  void replay(const TrafficLog& log, unsigned shard, TrafficLog::Range range, ReplaySum& sum);
  void replay_floats(const TrafficLog& log, TrafficLog::Range range);
  void replay_sm_misses(const TrafficLog& log, TrafficLog::Range range);
  void add(const ReplaySum& sum, Counters& counters);
  /// Takes over how long the atomics of another host thread's Traffic queue.
  void absorb(Traffic& part);

 private:
  struct Shared;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpschool::sim
