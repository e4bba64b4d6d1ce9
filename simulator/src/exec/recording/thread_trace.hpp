// What one thread, or one warp, does in a launch, source line by source line.
#pragma once

#include "exec/access/access.hpp"
#include "warpschool/sim/recording.hpp"

#include <cstdint>

namespace warpschool::sim {

class ThreadTrace {
 public:
  static bool exists_in(const Grid& grid, const TraceRequest& wanted);
  ThreadTrace(const Grid& grid, const TraceRequest& wanted);

  std::uint64_t block() const { return block_; }
  void access(const Warp& warp, const AccessRequest& request, const MemorySite& site);
  void executed(const Warp& warp, const Decoded& instruction, LaneMask active);
  void before_step(const Warp& warp, const Decoded& instruction, LaneMask active);
  const Trace& trace() const { return trace_; }

 private:
  /// The traced lanes of these; 0: none of them are, or enough was written down.
  LaneMask lanes_of(const Warp& warp, LaneMask active) const;
  /// The step of the line that the warp is at, a new one if need be; nullptr: there are enough.
  TraceStep* step(const Warp& warp, LaneMask lanes);
  void finish_accesses(const Warp& warp, const Decoded& instruction);
  void compare(const Warp& warp, const Decoded& instruction, LaneMask lanes);
  std::uint32_t allocation_at(DeviceAddress address, std::uint32_t bytes, Space space,
                              const MemorySite& site);
  std::uint32_t function_of(const Warp& warp, DeviceAddress& local) const;

  const Grid& grid_;
  std::uint64_t block_ = 0, most_steps_ = 0;
  std::uint32_t warp_ = 0;
  LaneMask traced_ = 0;
  std::uint32_t unfinished_ = 0;  ///< events of the last step whose values are not there yet
  Trace trace_;
};

}  // namespace warpschool::sim
