// How long atomics queue at the L2 slices (docs/TIME_MODEL.md, section "Counting", rule 8).
#pragma once

#include "warpschool/sim/profile.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace warpschool::sim {

class AtomicQueue {
 public:
  explicit AtomicQueue(const DeviceProfile& profile);

  /// One warp-level request. Returns the distinct sectors it touches, ascending, valid until the
  /// next call.
  std::span<const std::uint64_t> add(std::span<const std::uint64_t> addresses, bool is_float);
  /// Clocks that the busiest slice, or the busiest word's chain of float operations, needs.
  double busiest_clk() const;

 private:
  void add_word(std::uint64_t word, unsigned lanes, bool is_float);
  void extend_chain(std::uint64_t word, double clk);
  void grow();

  /// Float operations on one word wait for each other. Open addressing; word 0 marks a free place.
  struct Chain {
    std::uint64_t word = 0;
    double clk = 0;
  };

  double sector_clk_, int_lane_clk_, float_lane_clk_;
  std::vector<double> slices_;
  std::vector<Chain> chains_;
  std::size_t chain_count_ = 0;
  double longest_chain_clk_ = 0;
  std::vector<std::uint64_t> sorted_, sectors_;
};

}  // namespace warpschool::sim
