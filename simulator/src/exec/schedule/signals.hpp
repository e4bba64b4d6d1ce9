// What blocks of a launch write for other blocks to wait for, and when (docs/TIME_MODEL.md, "Blocks
// that wait for each other").
#pragma once

#include "warpschool/sim/profile.hpp"
#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace warpschool::sim {

/// Times are clocks from the start of the launch.
class Signals {
 public:
  /// @param profile must outlive it.
  explicit Signals(const DeviceProfile& profile) : profile_(profile) {}

  /// A block has written there, so that others may find it.
  void write(DeviceAddress place, double clk, std::uint64_t block);
  /// When `block` may have read what another one wrote there last; nothing: no other did.
  /// @param by_atomic it asks by an atomic, as those do that wait for a lock
  std::optional<double> seen_at(DeviceAddress place, std::uint64_t block, bool by_atomic) const;

  /// A warp waits for what is written there.
  void begin_wait(DeviceAddress place) { ++at_[place].waiting; }
  void end_wait(DeviceAddress place) { --at_[place].waiting; }

 private:
  struct Place {
    double written = -1;  ///< < 0: not written
    std::uint64_t writer = 0;
    int waiting = 0;  ///< warps
  };

  const DeviceProfile& profile_;
  std::unordered_map<DeviceAddress, Place> at_;
};

}  // namespace warpschool::sim
