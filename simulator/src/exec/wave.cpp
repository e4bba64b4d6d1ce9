#include "exec/wave.hpp"

#include "exec/speculation.hpp"

#include <algorithm>
#include <mutex>
#include <new>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kMostBlocks = 8192;                  ///< a wave
constexpr std::uint64_t kLogWords = std::uint64_t{4} << 20;  ///< of 8 bytes, all chunks of a wave
constexpr unsigned kChunksPerThread = 4;
/// Waves in a row that had to be run again serially before the launch goes on so.
constexpr unsigned kMostFailures = 2;
/// Fewer requests than this are replayed here and not by the pool.
constexpr std::size_t kFewEntries = 4096;

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

using ChunkLogs = std::array<ChunkLog, WaveMemory::kMaxChunks>;

/// Logs grow to some megabytes: those of a finished launch are kept for the next, because fresh
/// memory costs more than filling it.
class SpareLogs {
 public:
  std::unique_ptr<ChunkLogs> take() {
    const std::lock_guard lock(mutex_);
    return spare_ ? std::move(spare_) : std::make_unique<ChunkLogs>();
  }
  void give_back(std::unique_ptr<ChunkLogs> logs) {
    const std::lock_guard lock(mutex_);
    spare_ = std::move(logs);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<ChunkLogs> spare_;
};

SpareLogs& spare_logs() {
  static auto* spares = new SpareLogs;  // programs launch kernels from static destructors, too
  return *spares;
}

class WaveRunner {
 public:
  WaveRunner(Grid& grid, ThreadPool& pool);
  ~WaveRunner() { spare_logs().give_back(std::move(kept_)); }
  WaveRunner(const WaveRunner&) = delete;
  WaveRunner& operator=(const WaveRunner&) = delete;

  WaveVerdict run(std::uint64_t begin, std::uint64_t end);

 private:
  /// What a host thread keeps from chunk to chunk.
  struct Part {
    Part(Grid& grid, WaveMemory& memory)
        : traffic(*grid.traffic), worker(grid.program, traffic), speculation(memory) {
      worker.speculation = &speculation;
      block = std::make_unique<Block>(grid, worker);
    }
    Traffic traffic;
    Worker worker;
    Speculation speculation;
    std::unique_ptr<Block> block;
  };

  void run_chunk(unsigned chunk, Part& part);
  void run_blocks(unsigned chunk, Part& part);
  void replay(unsigned shard);
  void commit();
  void take_over(Worker& part);
  void abandon();
  std::uint64_t executed() const;

  Grid& grid_;
  ThreadPool& pool_;
  WaveMemory memory_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::unique_ptr<ChunkLogs> kept_ = spare_logs().take();
  ChunkLogs& logs_ = *kept_;
  std::array<ReplaySum, TrafficLog::kShards> sums_;
  std::uint64_t begin_ = 0, end_ = 0;
  unsigned chunks_ = 0;
};

WaveRunner::WaveRunner(Grid& grid, ThreadPool& pool)
    : grid_(grid), pool_(pool), memory_(grid.memory) {
  for (unsigned thread = 0; thread < pool.threads(); ++thread) {
    parts_.push_back(std::make_unique<Part>(grid, memory_));
  }
}

std::uint64_t WaveRunner::executed() const {
  std::uint64_t total = 0;
  for (const auto& part : parts_) {
    total += part->worker.executed_threads;
  }
  return total;
}

WaveVerdict WaveRunner::run(std::uint64_t begin, std::uint64_t end) {
  begin_ = begin;
  end_ = end;
  chunks_ = static_cast<unsigned>(std::min<std::uint64_t>(
      {end - begin, std::uint64_t{pool_.threads()} * kChunksPerThread, WaveMemory::kMaxChunks}));
  memory_.begin_wave(kLogWords);
  const std::uint64_t work_left = grid_.worker().work_limit - grid_.worker().executed_threads;
  for (auto& part : parts_) {
    part->worker.limit_work(work_left);
  }
  for (unsigned chunk = 0; chunk < chunks_; ++chunk) {
    logs_[chunk].clear();
  }
  pool_.run(chunks_,
            [this](unsigned chunk, unsigned thread) { run_chunk(chunk, *parts_[thread]); });
  if (executed() > work_left) {
    memory_.give_up(WaveVerdict::kConflict);
  }
  if (memory_.has_stopped()) {
    abandon();
  } else {
    commit();
  }
  return memory_.verdict();
}

void WaveRunner::run_chunk(unsigned chunk, Part& part) {
  try {
    run_blocks(chunk, part);
  } catch (const ChunkStopped&) {
    // The verdict is known.
  } catch (const GuestFault&) {
    // It may come of reading too early; and an earlier block may have another one.
    memory_.give_up(WaveVerdict::kConflict);
  } catch (const std::bad_alloc&) {
    memory_.give_up(WaveVerdict::kTooLarge);
  }
}

void WaveRunner::run_blocks(unsigned chunk, Part& part) {
  const std::uint64_t blocks = end_ - begin_;
  const std::uint64_t first = begin_ + blocks * chunk / chunks_;
  const std::uint64_t last = begin_ + blocks * (chunk + 1) / chunks_;
  ChunkLog& log = logs_[chunk];
  part.speculation.begin_chunk(chunk, log);
  part.traffic.set_log(log.traffic);
  part.worker.printed.clear();
  for (MemorySite& site : part.worker.sites) {
    site.tracked = nullptr;
    site.begin = 1;  // nothing known: the first access says which allocation it uses
    site.end = 0;
  }
  for (std::uint64_t index = first; index < last; ++index) {
    part.speculation.check_in();
    const bool sampled = grid_.is_sampled(index);
    part.traffic.set_foresight(sampled);  // it is the first block of the wave
    part.traffic.begin_block(index);
    part.block->start(index);
    if (part.block->run() != Block::Status::kDone) {
      part.speculation.stop(WaveVerdict::kConflict);
    }
    log.critical_path += part.block->critical_path();
    log.sampled += sampled ? 1 : 0;
  }
  log.printed = part.worker.printed;
}

void WaveRunner::replay(unsigned shard) {
  for (unsigned chunk = 0; chunk < chunks_; ++chunk) {
    const ChunkLog& log = logs_[chunk];
    grid_.traffic->replay(log.traffic, shard, sums_[shard]);
    for (const DeferredAtomic& atomic : log.atomics[shard]) {
      atomic.apply(atomic.place, atomic.operand);
    }
    if (shard == 0) {
      grid_.traffic->replay_floats(log.traffic);
    }
  }
}

void WaveRunner::commit() {
  sums_.fill({});
  std::size_t entries = 0;
  for (unsigned chunk = 0; chunk < chunks_; ++chunk) {
    entries += logs_[chunk].traffic.entries();
  }
  if (entries < kFewEntries) {
    for (unsigned shard = 0; shard < TrafficLog::kShards; ++shard) {
      replay(shard);
    }
  } else {
    pool_.run(TrafficLog::kShards, [this](unsigned shard, unsigned) { replay(shard); });
  }
  Worker& whole = grid_.worker();
  for (const ReplaySum& sum : sums_) {
    grid_.traffic->add(sum, whole.counters);
  }
  for (auto& part : parts_) {
    take_over(part->worker);
    grid_.traffic->absorb(part->traffic);
  }
  for (unsigned chunk = 0; chunk < chunks_; ++chunk) {
    whole.printed += logs_[chunk].printed;
    grid_.add_path(logs_[chunk].critical_path, logs_[chunk].sampled);
  }
  grid_.skip_to(end_);
}

void WaveRunner::take_over(Worker& part) {
  Worker& whole = grid_.worker();
  whole.counters += part.counters;
  whole.executed_threads += part.executed_threads;
  for (std::size_t i = 0; i < whole.warp_changes.size(); ++i) {
    whole.warp_changes[i] += part.warp_changes[i];
    whole.thread_changes[i] += part.thread_changes[i];
  }
  part.clear();
}

void WaveRunner::abandon() {
  for (unsigned chunk = 0; chunk < chunks_; ++chunk) {
    logs_[chunk].restore();
  }
  for (auto& part : parts_) {
    part->worker.clear();
    part->traffic.discard();
  }
}

/// Where the wave that begins at `begin` must end so that only its first block is sampled.
std::uint64_t wave_end(const Grid& grid, std::uint64_t begin, std::uint64_t most) {
  const std::uint64_t limit = std::min(grid.config.grid.count(), begin + most);
  std::uint64_t end = begin + 1;
  while (end < limit && !grid.is_sampled(end)) {
    ++end;
  }
  return end;
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

void run_waves(Grid& grid, ThreadPool& pool) {
  WaveRunner runner(grid, pool);
  const std::uint64_t blocks = grid.config.grid.count();
  std::uint64_t most = kMostBlocks;
  unsigned failures = 0, retries = 0;
  while (grid.next_block() < blocks && failures < kMostFailures) {
    const std::uint64_t begin = grid.next_block();
    const std::uint64_t end = wave_end(grid, begin, most);
    if (end - begin < 2) {
      grid.run_serially(end);
      continue;
    }
    const WaveVerdict verdict = runner.run(begin, end);
    if (verdict == WaveVerdict::kCommitted) {
      failures = 0;
    } else if (verdict == WaveVerdict::kTrackReads && retries < 8) {
      ++retries;
    } else if (verdict == WaveVerdict::kTooLarge && most > 2 * std::uint64_t{pool.threads()}) {
      most = std::max<std::uint64_t>((end - begin) / 4, 2 * std::uint64_t{pool.threads()});
    } else {
      ++failures;
      grid.run_serially(end);
    }
  }
}

}  // namespace warpschool::sim
