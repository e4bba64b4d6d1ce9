// How long atomics queue at the L2 slices (docs/TIME_MODEL.md, section "Counting", rule 8).
//
// Everything is counted in whole numbers and turned into clocks at the end, so that the order in
// which requests are counted makes no difference.
#pragma once

#include "warpschool/sim/profile.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace warpschool::sim {

/// Float operations on one sector wait for each other, those of one request on different words do
/// not (eight sums in one sector, one after the other, take as long as one sum): how many lanes
/// each sector has served one behind the other.
class FloatChains {
 public:
  void extend(std::uint64_t sector, unsigned lanes);
  std::uint64_t longest() const { return longest_; }

 private:
  void grow();

  /// Open addressing; sector 0 marks a free place.
  struct Chain {
    std::uint64_t sector = 0;
    std::uint64_t lanes = 0;
  };
  std::vector<Chain> chains_;
  std::size_t count_ = 0;
  std::uint64_t longest_ = 0;
};

class AtomicQueue {
 public:
  explicit AtomicQueue(const DeviceProfile& profile);

  /// One sector of a request and how many lanes work on that word of it that most want.
  struct SectorLanes {
    std::uint64_t sector = 0;  ///< byte address / 32
    unsigned lanes = 0;
  };

  /// One warp-level request. Returns the distinct sectors it touches, ascending, valid until the
  /// next call, as is chains().
  std::span<const std::uint64_t> add(std::span<const std::uint64_t> addresses);
  /// What waits in the sectors of the last request.
  std::span<const SectorLanes> chains() const { return chains_; }
  /// Takes over what another queue has counted, and empties that one.
  void absorb(AtomicQueue& other);
  void clear();
  /// Clocks that the busiest slice, or the longest chain of float operations, needs.
  double busiest_clk(const FloatChains& chains) const;

 private:
  struct Slice {
    std::uint64_t lines = 0, sectors = 0, waiting_lanes = 0;
  };

  double line_clk_, sector_clk_, int_lane_clk_, float_lane_clk_;
  std::vector<Slice> slices_;
  std::vector<std::uint64_t> sorted_, sectors_;
  std::vector<SectorLanes> chains_;
};

}  // namespace warpschool::sim
