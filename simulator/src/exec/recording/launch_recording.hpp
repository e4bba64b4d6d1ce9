// The hooks of a launch that is written down. Nothing calls them in other launches: a warp's
// `recording` is null there. Blocks of such a launch run in their order, on one host thread.
#pragma once

#include "exec/access/access.hpp"
#include "exec/schedule/warp.hpp"
#include "warpschool/sim/device.hpp"
#include "warpschool/sim/recording.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace warpschool::sim {

class LineCounts;
class RunChanges;
class ThreadTrace;

class Recording {
 public:
  Recording(const Grid& grid, const RecordingOptions& wanted);
  ~Recording();

  /// A request of memory is counted. @param cost sectors, or passes of shared memory
  void access(const Warp& warp, const AccessRequest& request, const MemorySite& site,
              std::uint32_t sectors);
  void diverged(std::uint32_t pc);
  /// What a block's clock adds each instruction's time to; nullptr: nobody asks.
  std::vector<double>* clocks();

  /// Is this the block of the thread that is traced?
  bool follows(std::uint64_t block) const;
  /// A plain instruction of a warp of that block was executed.
  void executed(const Warp& warp, const Decoded& instruction, LaneMask active);
  /// One that changes where lanes go on will be.
  void before_step(const Warp& warp, const Decoded& instruction, LaneMask active);

  /// Call once, when the launch has ended.
  std::shared_ptr<const LineRecord> lines(const RunChanges& changes) const;
  std::shared_ptr<const Trace> trace() const;

 private:
  std::unique_ptr<LineCounts> lines_;
  std::unique_ptr<ThreadTrace> trace_;
};

/// The source line of an instruction; of the toolkit's own code the line before it that is not.
/// Empty: none is known.
SourceLocation recorded_line(const Program& program, std::uint32_t pc);

}  // namespace warpschool::sim
