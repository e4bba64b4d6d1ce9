// How long atomics queue at the L2 slices (docs/TIME_MODEL.md, section "Counting", rule 8).
//
// Everything is counted in whole numbers and turned into clocks at the end, so that the order in
// which requests are counted makes no difference.
#pragma once

#include "warpschool/sim/profile.hpp"

#include <cstdint>
#include <map>
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
  /// @param blocks_at_once what the device runs at the same time: their atomics meet, those of
  /// blocks that follow do not.
  /// @param blocks of the launch; 0: enough for all SMs.
  AtomicQueue(const DeviceProfile& profile, unsigned warps, std::uint64_t blocks_at_once,
              std::uint64_t blocks);

  /// An empty queue for the same launch. Another thread may be adding to this one.
  AtomicQueue like() const { return AtomicQueue(launch_); }

  /// What follows is of this block.
  void begin_block(std::uint64_t index);

  /// One sector of a request and how many lanes work on that word of it that most want.
  struct SectorLanes {
    std::uint64_t sector = 0;  ///< byte address / 32
    unsigned lanes = 0;
  };

  /// One request of a warp. Returns the distinct sectors it touches, ascending, valid until the
  /// next call, as is chains().
  std::span<const std::uint64_t> add(std::span<const std::uint64_t> addresses, unsigned warp);
  /// What waits in the sectors of the last request.
  std::span<const SectorLanes> chains() const { return chains_; }
  /// Takes over what another queue has counted, and empties that one.
  void absorb(AtomicQueue& other);
  void clear();
  /// Clocks that the busiest slice needs, in each of the times when other blocks run; those that
  /// the SMs need to send all of it; or the longest chain of float operations: what is most.
  double busiest_clk(const FloatChains& chains) const;

 private:
  struct Slice {
    std::uint64_t lines = 0, sectors = 0, waiting_lanes = 0;

    void add(const Slice& other) {
      lines += other.lines;
      sectors += other.sectors;
      waiting_lanes += other.waiting_lanes;
    }
  };

  using Slices = std::vector<Slice>;

  /// What stays as it is.
  struct Launch {
    double line_clk, sector_clk, int_lane_clk, float_lane_clk;
    std::size_t slices;
    std::uint64_t sms;  ///< those that have a block
    std::uint64_t blocks_at_once;
    unsigned warps;  ///< of a block
  };

  explicit AtomicQueue(const Launch& launch) : launch_(launch), made_(launch.warps) {}

  static void add_all(Slices& to, const Slices& from);
  double clk(const Slices& slices) const;
  double crowding() const;
  std::uint64_t sending_tenths() const;
  Slices& slices_of(std::uint64_t time);
  Slices* slices_of_step(unsigned warp);

  Launch launch_;
  std::uint64_t time_ = 0;
  std::map<std::uint64_t, Slices> times_;  ///< by block / blocks_at_once
  Slices* now_ = nullptr;                  ///< of time_, if it is known already
  /// Of the blocks that run first: a warp's first requests, its second ones and so on.
  std::vector<Slices> steps_;
  std::vector<std::uint32_t> made_;  ///< requests of each warp of the block
  std::uint64_t sending_ = 0;        ///< of the SMs together, in tenths of clocks
  std::vector<std::uint64_t> sorted_, sectors_;
  std::vector<SectorLanes> chains_;
};

}  // namespace warpschool::sim
