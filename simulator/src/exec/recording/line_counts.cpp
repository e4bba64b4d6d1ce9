// Counts requests, sectors, passes and branches by instruction.
#include "exec/recording/line_counts.hpp"

#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace warpschool::sim {
namespace {

std::uint32_t ideal_sectors(const AccessRequest& request, std::uint32_t sectors) {
  const std::uint32_t bytes = count_lanes(request.active) * request.bytes;
  return std::min(sectors, (bytes + kSectorBytes - 1) / kSectorBytes);
}

/// What only the number of times says that an instruction was executed.
void add_executions(const Program& program, std::size_t pc, std::uint64_t warps,
                    std::uint64_t threads, LineCounters& line) {
  const InstructionInfo& info = program.info[pc];
  if (!info.counted) {
    return;
  }
  line.warp_instructions += warps;
  line.thread_instructions += threads;
  line.issue_slots += warps * info.issue_slots;
  line.shuffles += info.counter == CounterClass::kShuffle ? warps : 0;
  line.barriers += info.counter == CounterClass::kBarrier ? warps : 0;
  const Decoded& i = program.code[pc];
  line.branches += i.step == Step::kBranch && i.guard != kNoSlot ? warps : 0;
}

}  // namespace

LineCounts::LineCounts(const Grid& grid)
    : grid_(grid),
      counts_(grid.program.code.size()),
      clocks_(grid.program.code.size(), 0.0),
      access_of_(grid.program.code.size(), 0) {}

void LineCounts::access(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                        std::uint32_t sectors) {
  LineCounters& count = counts_[warp.pc];
  switch (request.space) {
    case Space::kShared:
      count.shared_requests += site.passes != 0 ? 1 : 0;  // 0: part of another one
      count.shared_passes += site.passes;
      count.shared_ideal_passes += request.kind == AccessKind::kAtomic ? 1u : site.ideal_passes;
      keep_dearest(warp, request, site, site.passes,
                   request.kind == AccessKind::kAtomic ? 1u : site.ideal_passes);
      return;
    case Space::kLocal:
      ++count.local_requests;
      return;
    case Space::kConst:
      ++count.constant_requests;
      return;
    default:
      break;
  }
  count.global_passes += warp.last_passes;
  if (request.kind == AccessKind::kAtomic) {
    ++count.atomic_requests;
    count.atomic_threads += count_lanes(request.active);
    return;
  }
  const std::uint32_t ideal = ideal_sectors(request, sectors);
  ++(request.kind == AccessKind::kLoad ? count.global_load_requests : count.global_store_requests);
  count.global_sectors += sectors;
  count.global_ideal_sectors += ideal;
  keep_dearest(warp, request, site, sectors, ideal);
}

void LineCounts::keep_dearest(const Warp& warp, const AccessRequest& request,
                              const MemorySite& site, std::uint32_t cost, std::uint32_t ideal) {
  std::uint32_t& number = access_of_[warp.pc];
  if (number == 0) {
    accesses_.emplace_back();
    number = static_cast<std::uint32_t>(accesses_.size());
    accesses_.back().instruction = warp.pc;
    accesses_.back().where = recorded_line(grid_.program, warp.pc);
  }
  RecordedAccess& kept = accesses_[number - 1];
  if (kept.requests++ > 0 && cost - ideal <= kept.cost - kept.ideal) {
    return;
  }
  kept.space = request.space;
  kept.is_write = request.kind != AccessKind::kLoad;
  kept.is_atomic = request.kind == AccessKind::kAtomic;
  kept.bytes = request.bytes;
  kept.lanes = request.active;
  kept.first = request.first;
  std::copy(std::begin(site.delta), std::end(site.delta), std::begin(kept.delta));
  kept.cost = cost;
  kept.ideal = ideal;
  kept.block = warp.block->position();
  kept.warp = warp.index;
  kept.allocation =
      request.space == Space::kShared
          ? grid_.shared_allocation(site.variable, request.first, request.bytes)
          : grid_.memory.nearest(request.first, request.bytes).value_or(AllocationRef());
}

LineRecord LineCounts::take(const RunChanges& changes) const {
  std::map<std::pair<std::string, unsigned>, LineCounters> lines;
  std::int64_t warps = 0, threads = 0;
  for (std::size_t pc = 0; pc < counts_.size(); ++pc) {
    warps += changes[pc].warps;
    threads += changes[pc].threads;
    if (warps == 0) {
      continue;
    }
    LineCounters count = counts_[pc];
    count.waited_clk = clocks_[pc];
    add_executions(grid_.program, pc, static_cast<std::uint64_t>(warps),
                   static_cast<std::uint64_t>(threads), count);
    SourceLocation where = recorded_line(grid_.program, static_cast<std::uint32_t>(pc));
    LineCounters& line = lines[{where.file, where.line}];
    line += count;
    line.where = std::move(where);
  }
  LineRecord record;
  for (auto& [place, line] : lines) {
    record.lines.push_back(std::move(line));
  }
  record.accesses = accesses_;
  return record;
}

}  // namespace warpschool::sim
