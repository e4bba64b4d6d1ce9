// Passes what happens in a launch on to those who write it down.
#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"
#include "exec/recording/line_counts.hpp"
#include "exec/recording/thread_trace.hpp"

namespace warpschool::sim {

Recording::Recording(const Grid& grid, const RecordingOptions& wanted) {
  if (wanted.lines) {
    lines_ = std::make_unique<LineCounts>(grid);
  }
  if (wanted.trace && ThreadTrace::exists_in(grid, wanted.traced)) {
    trace_ = std::make_unique<ThreadTrace>(grid, wanted.traced);
  }
}

Recording::~Recording() = default;

void Recording::access(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                       std::uint32_t sectors) {
  if (lines_) {
    lines_->access(warp, request, site, sectors);
  }
  if (trace_) {
    trace_->access(warp, request, site);
  }
}

void Recording::diverged(std::uint32_t pc) {
  if (lines_) {
    lines_->diverged(pc);
  }
}

std::vector<double>* Recording::clocks() {
  return lines_ ? &lines_->clocks() : nullptr;
}

bool Recording::follows(std::uint64_t block) const {
  return trace_ && trace_->block() == block;
}

void Recording::executed(const Warp& warp, const Decoded& instruction, LaneMask active) {
  trace_->executed(warp, instruction, active);
}

void Recording::before_step(const Warp& warp, const Decoded& instruction, LaneMask active) {
  trace_->before_step(warp, instruction, active);
}

std::shared_ptr<const LineRecord> Recording::lines(const RunChanges& changes) const {
  return lines_ ? std::make_shared<const LineRecord>(lines_->take(changes)) : nullptr;
}

std::shared_ptr<const Trace> Recording::trace() const {
  return trace_ ? std::make_shared<const Trace>(trace_->trace()) : nullptr;
}

SourceLocation recorded_line(const Program& program, std::uint32_t pc) {
  SourceLocation where;
  std::uint32_t first = 0;
  for (const FunctionInfo& function : program.functions) {
    first = function.entry <= pc ? std::max(first, function.entry) : first;
  }
  for (std::uint32_t at = pc + 1; at-- > first;) {
    const InstructionInfo& info = program.info[at];
    if (info.line != 0 && info.file < program.files.size() && !program.files[info.file].empty()) {
      where.file = program.files[info.file];
      where.line = info.line;
      break;
    }
  }
  return where;
}

}  // namespace warpschool::sim
