// Cuts a launch into speculative batches and commits or abandons each.
#include "exec/speculation/speculative_batch.hpp"

#include "exec/speculation/batch_scheduler.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Batches in a row that had to be run again serially before the launch goes on so.
constexpr unsigned kMostFailures = 2;

bool is_global(Space space) {
  return space == Space::kGlobal || space == Space::kGeneric;
}

bool talks(const Decoded& i, const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kAtom:
    case Opcode::kRed:
      // A compare-and-swap has two operands, more than a log entry holds.
      return is_global(i.space) && (!info.result_unused || i.c != kNoSlot);
    case Opcode::kLd:
    case Opcode::kLdu:
    case Opcode::kSt:
      return is_global(i.space) && info.is_strong;
    case Opcode::kMembar:
    case Opcode::kFence:
    case Opcode::kNanosleep:
      return true;
    case Opcode::kMov:
      return i.step == Step::kPlain && i.a == kNoSlot;  // of a clock
    default:
      return false;
  }
}

/// The first block behind `block` whose critical path is sampled; `far` if it comes before.
std::uint64_t next_sampled(const Grid& grid, std::uint64_t block, std::uint64_t far) {
  do {
    ++block;
  } while (block < far && !grid.is_sampled(block));
  return block;
}

/// Where the batch that begins at `begin` ends. The lead runs all of its sampled blocks: only L2 as
/// it is knows how long a load takes. So two fit in, where the second begins the others' part. Up
/// to the next one all batches are of one size, about `good`.
std::uint64_t batch_end(const Grid& grid, std::uint64_t begin, std::uint64_t good,
                        unsigned workers) {
  const std::uint64_t far = std::min(grid.config.grid.count(), begin + 2 * good);
  const std::uint64_t sampled = next_sampled(grid, begin, far);
  if (sampled < far && sampled - begin <= good / 2) {
    const std::uint64_t second = next_sampled(grid, sampled, std::min(far, begin + good));
    if (sampled < lead_end(begin, second, workers)) {
      return second;
    }
  }
  const std::uint64_t left = sampled - begin;
  const std::uint64_t batches = std::max<std::uint64_t>(1, (left + good / 2) / good);
  return begin + (left + batches - 1) / batches;
}

}  // namespace

bool may_speculate(const Grid& grid) {
  if (grid.config.cooperative || grid.tracks_races || grid.tracks_written) {
    return false;
  }
  for (const CallSite& call : grid.program.calls) {
    if (call.intrinsic != kNoIndex && (call.name == "malloc" || call.name == "free")) {
      return false;
    }
  }
  for (std::size_t i = 0; i < grid.program.code.size(); ++i) {
    if (talks(grid.program.code[i], grid.program.info[i])) {
      return false;
    }
  }
  return true;
}

void run_speculative_batches(Grid& grid, ThreadPool& pool) {
  BatchScheduler runner(grid, pool);
  const std::uint64_t blocks = grid.config.grid.count();
  std::uint64_t most = kMaxBlocksOfBatch, size = runner.workers() * kFewBlocksOfWorker;
  unsigned failures = 0, retries = 0;
  while (grid.next_block() < blocks && failures < kMostFailures) {
    const std::uint64_t begin = grid.next_block();
    const std::uint64_t end =
        std::min(batch_end(grid, begin, std::min(size, most), runner.workers()), begin + most);
    if (end - begin < 2) {
      grid.run_serially(end);
      continue;
    }
    const BatchVerdict verdict = runner.run(begin, end);
    if (verdict == BatchVerdict::kCommitted) {
      failures = 0;
      size = runner.good_size();
    } else if (runner.gives_up_predictions() ||
               (verdict == BatchVerdict::kTrackReads && retries < 8)) {
      ++retries;
    } else if (verdict == BatchVerdict::kTooLarge && most > 2 * std::uint64_t{runner.workers()}) {
      most = std::max<std::uint64_t>((end - begin) / 4, 2 * std::uint64_t{runner.workers()});
    } else {
      ++failures;
      grid.run_serially(end);
    }
  }
}

}  // namespace warpschool::sim
