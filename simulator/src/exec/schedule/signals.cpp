// When a block sees what another one has written.
#include "exec/schedule/signals.hpp"

#include <algorithm>
#include <cmath>

namespace warpschool::sim {
namespace {

/// From a store to the end of the load in another block that finds it, in times of the latency of
/// L2: the store has to get there, a look is under way already, and the next one goes there and
/// back (0.23 us a hop on an H200, bench/calibration/micro_waiting.cuh, hand_on).
constexpr double kHopLatencies = 1.5;

/// Each warp that waits for what is written to the place stands in the queue of the one slice
/// of L2 before it, again and again: clocks of loads and of atomics (ticket, lock of 528 and of
/// 2112 blocks).
constexpr double kLoadClk = 2.1, kAtomicClk = 5;

}  // namespace

void Signals::write(DeviceAddress place, double clk, std::uint64_t block) {
  Place& at = at_[place];
  at.written = std::max(at.written, clk);
  at.writer = block;
}

std::optional<double> Signals::seen_at(DeviceAddress place, std::uint64_t block,
                                       bool by_atomic) const {
  const auto found = at_.find(place);
  if (found == at_.end() || found->second.written < 0 || found->second.writer == block) {
    return std::nullopt;
  }
  const double queue = found->second.waiting * (by_atomic ? kAtomicClk : kLoadClk);
  return found->second.written + std::hypot(kHopLatencies * profile_.l2_latency_clk, queue);
}

}  // namespace warpschool::sim
