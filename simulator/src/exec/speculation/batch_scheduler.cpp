// Runs one batch of blocks on several host threads.
#include "exec/speculation/batch_scheduler.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kLogWords = std::uint64_t{4} << 20;  ///< of 8 bytes, all logs of a batch
/// What a worker's log should take at the end of a batch: it stays in the host's nearest caches.
constexpr std::uint64_t kGoodLogBytes = std::uint64_t{512} << 10;
/// Fewer requests than this are replayed here and not by the pool.
constexpr std::size_t kFewRequests = 4096;

/// In a batch a site's first access says which allocation it uses.
void forget_sites(Worker& worker) {
  for (MemorySite& site : worker.sites) {
    site.tracked = nullptr;
    site.begin = 1;
    site.end = 0;
  }
}

/// Logs grow to some megabytes: those of a finished launch are kept for the next, because fresh
/// memory costs more than filling it.
class SpareLogs {
 public:
  std::unique_ptr<WorkerLogs> take() {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<WorkerLogs> logs = std::move(spare_);
    if (!logs) {
      logs = std::make_unique<WorkerLogs>();
    }
    return logs;
  }
  void give_back(std::unique_ptr<WorkerLogs> logs) {
    const std::lock_guard lock(mutex_);
    spare_ = std::move(logs);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<WorkerLogs> spare_;
};

SpareLogs& spare_logs() {
  static auto* spares = new SpareLogs;  // programs launch kernels from static destructors, too
  return *spares;
}

}  // namespace

std::uint64_t lead_end(std::uint64_t begin, std::uint64_t end, unsigned workers) {
  const std::uint64_t share = (end - begin) / workers;
  const std::uint64_t fewer = std::max<std::uint64_t>(2, share / 12);
  return begin + (share > fewer ? share - fewer : 1);
}

BatchScheduler::BatchScheduler(Grid& grid, ThreadPool& pool)
    : grid_(grid),
      pool_(pool),
      memory_(grid.memory, block_independence_of(grid)),
      lead_(memory_, grid.program.memory_sites),
      kept_(spare_logs().take()),
      logs_(*kept_) {
  parts_.resize(std::min(pool.threads(), kMaxWorkers));
}

BatchScheduler::~BatchScheduler() {
  spare_logs().give_back(std::move(kept_));
}

std::uint64_t BatchScheduler::executed() const {
  std::uint64_t total = 0;
  for (const auto& part : parts_) {
    total += part ? part->worker.executed_threads : 0;
  }
  return total;
}

std::uint64_t BatchScheduler::good_size() const {
  std::uint64_t bytes = 1;
  for (unsigned worker = 0; worker < workers(); ++worker) {
    bytes += logs_[worker].size_bytes();
  }
  const std::uint64_t least = workers() * kFewBlocksOfWorker;
  const std::uint64_t good = (end_ - begin_) * workers() * kGoodLogBytes / bytes;
  return std::clamp(good, least, std::max(least, kMaxBlocksOfBatch));
}

bool BatchScheduler::gives_up_predictions() {
  return memory_.verdict() == BatchVerdict::kConflict && memory_.has_prediction() &&
         std::exchange(predictors_, false);
}

BatchVerdict BatchScheduler::run(std::uint64_t begin, std::uint64_t end) {
  begin_ = begin;
  lead_end_ = lead_end(begin, end, workers());
  end_ = end;
  Worker& whole = grid_.worker();
  begin_batch();
  whole.speculation = &lead_;
  pool_.run(workers(), [this](unsigned worker, unsigned) {
    if (worker == 0) {
      lead();
    }
    work(worker);
    if (worker != 0) {
      memory_.leave();
    }
  });
  whole.speculation = nullptr;
  if (executed() > whole.work_limit - std::min(whole.work_limit, whole.executed_threads)) {
    memory_.give_up(BatchVerdict::kConflict);
  }
  if (memory_.has_stopped()) {
    abandon();
  } else {
    commit();
  }
  if (failure_) {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  return memory_.verdict();
}

void BatchScheduler::begin_batch() {
  cut_chunks();
  memory_.begin_batch(kLogWords, {logs_.data(), workers()});
  lead_.begin_batch(predictors_);
  forget_sites(grid_.worker());
  for (unsigned worker = 0; worker < workers(); ++worker) {
    logs_[worker].clear();
  }
  const Worker& whole = grid_.worker();
  work_left_ = whole.work_limit - whole.executed_threads;
}

/// Large ones first; the last ones are single blocks, so that all workers end at the same time.
void BatchScheduler::cut_chunks() {
  chunks_.clear();
  for (std::uint64_t first = lead_end_; first < end_; first += chunks_.back().blocks) {
    Chunk chunk;
    chunk.first = first;
    chunk.blocks = std::max<std::uint64_t>(1, (end_ - first) / (2 * std::uint64_t{workers()}));
    chunks_.push_back(chunk);
  }
  next_chunk_ = 0;
}

/// The first blocks, on the launch's own worker. Whatever goes wrong here goes wrong in the order
/// of blocks, too.
void BatchScheduler::lead() {
  try {
    grid_.run_serially(lead_end_);
  } catch (...) {
    failure_ = std::current_exception();
    lead_.go_on_alone();
  }
}

/// Each thread makes its own part: allocators give every thread memory apart from that of others,
/// so that no two write the same line of the host's caches.
void BatchScheduler::prepare(unsigned worker) {
  std::unique_ptr<Part>& part = parts_[worker];
  if (!part) {
    part = std::make_unique<Part>(grid_, memory_, worker, logs_[worker]);
  }
  part->worker.limit_work(work_left_, grid_.worker().stall_limit);
  part->worker.printed.clear();
  part->speculation.begin_batch(predictors_);
  forget_sites(part->worker);
}

void BatchScheduler::work(unsigned worker) {
  try {
    prepare(worker);
    for (std::size_t i = next_chunk_++; i < chunks_.size(); i = next_chunk_++) {
      chunks_[i].worker = worker;
      run_chunk(chunks_[i]);
    }
  } catch (const WorkerStopped&) {
    // The verdict is known.
  } catch (const GuestFault&) {
    // It may come of reading too early; and an earlier block may have another one.
    memory_.give_up(BatchVerdict::kConflict);
  } catch (const std::bad_alloc&) {
    memory_.give_up(BatchVerdict::kTooLarge);
  }
}

void BatchScheduler::run_chunk(Chunk& chunk) {
  Part& part = *parts_[chunk.worker];
  WorkerLog& log = logs_[chunk.worker];
  log.traffic.close_runs();
  chunk.begin = marks_of(chunk.worker);
  for (std::uint64_t index = chunk.first; index < chunk.first + chunk.blocks; ++index) {
    part.speculation.check_in();
    part.speculation.begin_block(index, chunk.first + chunk.blocks - index);
    part.traffic.begin_block(index);
    part.block->start(index, 0);
    if (part.block->run() != Block::Status::kDone) {
      part.speculation.stop(BatchVerdict::kConflict);
    }
    part.worker.end_block();
  }
  chunk.end = marks_of(chunk.worker);
}

BatchScheduler::Marks BatchScheduler::marks_of(unsigned worker) const {
  const WorkerLog& log = logs_[worker];
  Marks marks;
  for (unsigned shard = 0; shard < TrafficLog::kShards; ++shard) {
    marks.lines[shard] = log.traffic.lines[shard].size();
    marks.atomics[shard] = log.atomics[shard].size();
  }
  marks.float_sectors = log.traffic.float_sectors.size();
  marks.sm_misses = log.traffic.sm_misses.size();
  marks.printed = parts_[worker]->worker.printed.size();
  return marks;
}

void BatchScheduler::replay(unsigned shard) {
  for (const Chunk& chunk : chunks_) {
    const WorkerLog& log = logs_[chunk.worker];
    grid_.traffic->replay(log.traffic, shard, {chunk.begin.lines[shard], chunk.end.lines[shard]},
                          sums_[shard]);
    for (std::size_t i = chunk.begin.atomics[shard]; i < chunk.end.atomics[shard]; ++i) {
      const DeferredAtomic& atomic = log.atomics[shard][i];
      atomic.apply(atomic.place, atomic.operand);
    }
    if (shard == 0) {
      grid_.traffic->replay_floats(log.traffic,
                                   {chunk.begin.float_sectors, chunk.end.float_sectors});
      grid_.traffic->replay_sm_misses(log.traffic, {chunk.begin.sm_misses, chunk.end.sm_misses});
    }
  }
}

void BatchScheduler::commit() {
  sums_.fill({});
  std::size_t requests = 0;
  for (unsigned worker = 0; worker < workers(); ++worker) {
    requests += logs_[worker].traffic.requests;
  }
  if (requests < kFewRequests) {
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
  for (const Chunk& chunk : chunks_) {
    whole.printed.append(parts_[chunk.worker]->worker.printed, chunk.begin.printed,
                         chunk.end.printed - chunk.begin.printed);
  }
  for (unsigned worker = 0; worker < workers(); ++worker) {
    take_over(parts_[worker]->worker);
    grid_.traffic->absorb(parts_[worker]->traffic);
  }
  whole.end_block();
  grid_.skip_to(end_, end_ - begin_);
}

void BatchScheduler::take_over(Worker& part) {
  Worker& whole = grid_.worker();
  whole.counters += part.counters;
  whole.executed_threads += part.executed_threads;
  whole.most_of_a_warp = std::max(whole.most_of_a_warp, part.most_of_a_warp);
  whole.changes += part.changes;
  part.clear();
}

void BatchScheduler::abandon() {
  memory_.undo();
  for (auto& part : parts_) {
    if (part) {
      part->worker.clear();
      part->traffic.discard();
    }
  }
}

}  // namespace warpschool::sim
