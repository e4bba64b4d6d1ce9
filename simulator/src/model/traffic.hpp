// Functional caches: which sectors of a global access hit in L1, in L2, or go to DRAM; and how long
// atomics queue.
//
// Execution calls one method per warp request; the counting rules are those of docs/TIME_MODEL.md,
// section "Counting".
#pragma once

#include "warpschool/sim/counters.hpp"
#include "warpschool/sim/profile.hpp"
#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace warpschool::sim {

/// Where the slowest sector of a request came from: it decides the latency of the load.
enum class HitLevel : std::uint8_t { kL1, kL2, kDram };

/// Lives as long as a launch: caches are cold when it begins.
class Traffic {
 public:
  /// @param resident_blocks blocks that share an SM's L1 (its capacity is divided among them).
  Traffic(const DeviceProfile& profile, unsigned resident_blocks,
          std::uint64_t shared_bytes_per_block);
  ~Traffic();

  /// A new block starts on its SM: its L1 share is cold.
  void begin_block(std::uint64_t block_index);
  /// `sectors`: distinct sector addresses (byte address / 32) in ascending order.
  /// @param through_l1 false for loads that must not be served by L1 (volatile, .cg, .cv, acquire).
  HitLevel load(std::span<const std::uint64_t> sectors, Counters& counters, bool through_l1 = true);
  /// `full`: bit i says that sectors[i] is written wholly by this request.
  void store(std::span<const std::uint64_t> sectors, std::uint32_t full, Counters& counters);
  /// One warp-level atomic: the lanes' byte addresses (active lanes only), at most 32.
  void atomic(std::span<const std::uint64_t> addresses, bool is_float, Counters& counters);
  /// Writes dirty sectors back, sums up slices: call once, at the end of the launch.
  void finish(Counters& counters);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpschool::sim
