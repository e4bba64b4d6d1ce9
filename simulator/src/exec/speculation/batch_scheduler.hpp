// One batch of blocks on several host threads. The lead runs the first blocks for good; the others
// run the rest on trial and log what they did (speculation.hpp).
#pragma once

#include "exec/launch/grid.hpp"
#include "exec/speculation/speculation.hpp"
#include "exec/speculation/thread_pool.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace warpschool::sim {

constexpr std::uint64_t kMaxBlocksOfBatch = 8192;
/// Fewer blocks a worker and the workers would wait for each other too often.
constexpr std::uint64_t kFewBlocksOfWorker = 32;

/// Where the lead's part of a batch ends: a little before its share does. A worker that is done
/// early takes chunks of the rest. Nobody can take blocks from the lead. The lead is slower, as it
/// does at once what others put into a log.
std::uint64_t lead_end(std::uint64_t begin, std::uint64_t end, unsigned workers);

using WorkerLogs = std::array<WorkerLog, kMaxWorkers>;

class BatchScheduler {
 public:
  BatchScheduler(Grid& grid, ThreadPool& pool);
  ~BatchScheduler();
  BatchScheduler(const BatchScheduler&) = delete;
  BatchScheduler& operator=(const BatchScheduler&) = delete;

  /// Runs the blocks from `begin` to `end`, if they did not go wrong.
  BatchVerdict run(std::uint64_t begin, std::uint64_t end);
  unsigned workers() const { return static_cast<unsigned>(parts_.size()); }
  /// How many blocks the batch after this one should have.
  std::uint64_t good_size() const;
  /// Did the last batch go wrong because workers claimed words too far ahead, perhaps? Then no more
  /// do.
  bool gives_up_predictions();

 private:
  /// What a worker keeps from chunk to chunk; apart from the others' in the host's caches.
  struct alignas(128) Part {
    Part(Grid& grid, SpeculativeMemory& memory, unsigned number, WorkerLog& log)
        : traffic(*grid.traffic),
          worker(grid.program, traffic),
          speculation(memory, number, log, grid.program.memory_sites) {
      traffic.set_log(log.traffic);
      worker.speculation = &speculation;
      block = std::make_unique<Block>(grid, worker);
    }
    Traffic traffic;
    Worker worker;
    Speculation speculation;
    std::unique_ptr<Block> block;
  };

  /// The ends of a worker's logs at some time.
  struct Marks {
    std::array<std::size_t, TrafficLog::kShards> lines{}, atomics{};
    std::size_t float_sectors = 0, sm_misses = 0, printed = 0;
  };
  /// Blocks from `first` on; who ran them, and where in the worker's logs they are.
  struct Chunk {
    std::uint64_t first = 0, blocks = 0;
    unsigned worker = 0;
    Marks begin, end;
  };

  void begin_batch();
  void cut_chunks();
  void lead();
  void prepare(unsigned worker);
  void work(unsigned worker);
  void run_chunk(Chunk& chunk);
  Marks marks_of(unsigned worker) const;
  void replay(unsigned shard);
  void commit();
  void take_over(Worker& part);
  void abandon();
  std::uint64_t executed() const;

  Grid& grid_;
  ThreadPool& pool_;
  SpeculativeMemory memory_;
  Speculation lead_;
  std::exception_ptr failure_;  ///< of the lead
  std::unique_ptr<WorkerLogs> kept_;
  WorkerLogs& logs_;
  std::vector<std::unique_ptr<Part>> parts_;  ///< by worker; each is made in its first batch
  std::array<ReplaySum, TrafficLog::kShards> sums_;
  std::uint64_t begin_ = 0, lead_end_ = 0, end_ = 0;
  std::uint64_t work_left_ = 0;  ///< thread instructions that the launch may still execute
  bool predictors_ = true;
  std::vector<Chunk> chunks_;
  std::atomic<std::size_t> next_chunk_{0};
};

}  // namespace warpschool::sim
