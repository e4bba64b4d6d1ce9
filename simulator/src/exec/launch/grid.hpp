// One launch while it runs: the grid and all that its blocks share.
#pragma once

#include "exec/init_checks/deferred_init_fault.hpp"
#include "exec/init_checks/source_lines.hpp"
#include "exec/launch/block.hpp"
#include "exec/launch/block_queue.hpp"
#include "exec/launch/host_worker.hpp"
#include "exec/races/happens_before.hpp"
#include "exec/races/race.hpp"
#include "exec/schedule/warp.hpp"
#include "lower/program/program.hpp"
#include "model/time_model.hpp"
#include "model/traffic.hpp"
#include "warpschool/sim/device.hpp"
#include "warpschool/sim/memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace warpschool::sim {

class ThreadPool;
class StreamHistory;
class Recording;

/// What a launch uses of the device that it runs on.
struct GridDevice {
  Memory& memory;
  const DeviceProfile& profile;
  const DeviceOptions& options;
  Epoch& clock;
  SharedL2& l2;
  const StreamHistory* log = nullptr;        ///< of earlier work
  const UnorderedWork* unordered = nullptr;  ///< that of it which the launch is not ordered with
  const WorkOrder* order = nullptr;          ///< of the launch
  bool is_alone = true;                      ///< all other work comes before or after the launch
  /// Begins of the allocations that the launch may write; nothing: any.
  std::optional<std::vector<DeviceAddress>> written = {};
};

class Grid {
 public:
  Grid(const Program& lowered, const LaunchConfig& launch, std::span<const std::byte> values,
       const GridDevice& device, unsigned resident_blocks);
  ~Grid();

  /// @param threads gives the host threads to spread blocks over, if that is possible and worth it;
  /// it may give nullptr. What can be seen of a launch does not depend on it.
  void run(const std::function<ThreadPool*()>& threads);
  /// Runs the next blocks up to `end`, or all that are left if some of them wait for later ones.
  void run_serially(std::uint64_t end);
  std::uint64_t next_block() const { return next_; }
  /// Other host threads have run the blocks before this one. @param concurrent blocks that did not
  /// run alone, since this was called last.
  void skip_to(std::uint64_t block, std::uint64_t concurrent) {
    concurrent_ += concurrent;
    next_ = block;
  }
  double longest_path_clk() const { return longest_path_clk_; }
  std::uint64_t concurrent_blocks() const { return concurrent_; }
  WorkShares work_shares() const;
  /// Of a block that was timed: its critical path, and the instructions of its busiest warp.
  void add_path(double clk, double work);
  Worker& worker() { return worker_; }
  const Worker& worker() const { return worker_; }

  /// Instruction counters from the runs counted; call once, after run().
  void sum_up();
  AllocationRef shared_allocation(DeviceAddress address, std::uint32_t bytes) const {
    return shared_allocation({}, address, bytes);
  }
  /// @param known what an access is made to, which it may leave; not known: the nearest one
  AllocationRef shared_allocation(const Extents& known, DeviceAddress address,
                                  std::uint32_t bytes) const;
  SourceLocation location(std::uint32_t pc) const { return location(program, pc); }
  static SourceLocation location(const Program& program, std::uint32_t pc);
  SourceLocation location(const Warp& warp, LaneMask lanes, std::uint32_t pc) const;
  void complete(Fault& fault, const Block& block, const Warp& warp, LaneMask lanes,
                std::uint32_t pc) const;
  void complete(Fault& fault, const Block& block, std::uint32_t warp, LaneMask lanes,
                SourceLocation where) const;
  /// Can the launch not write the allocation?
  bool is_constant(const Allocation& allocation) const;
  /// Blocks whose critical path is measured: the first, and seven more spread evenly.
  bool is_sampled(std::uint64_t block) const;

  const Program& program;
  const LaunchConfig& config;
  std::span<const std::byte> parameters;
  Memory& memory;
  const DeviceProfile& profile;
  const DeviceOptions& options;
  std::unique_ptr<Traffic> traffic;
  Counters counters;
  std::string printed;
  std::uint32_t shared_bytes = 0;
  std::uint32_t local_bytes = 0;            ///< a thread
  bool tracks_races = false;                ///< then one host thread runs all blocks
  bool tracks_written = false;              ///< the same
  std::unique_ptr<HappensBefore> ordering;  ///< if races are tracked
  std::vector<RacePlan> race_plans;         ///< by memory site
  std::vector<std::uint8_t> validated;      ///< by instruction, if races are tracked: such a load
  OtherReaders other_readers;
  const StreamHistory* log;  ///< set where `ordering` knows of unordered work, and so is `order`
  const WorkOrder* order;
  bool is_alone;                         ///< as in GridDevice
  std::unique_ptr<Recording> recording;  ///< nullptr: nothing is asked for but counters
  DeferredInitFault deferred_init_fault;
  std::atomic<bool> saw_endless_waits =
      false;  ///< a block goes round a loop that only others can end
  /// Warp instructions of each block; host threads write those of their own blocks. Empty: no
  /// counters are wanted, or there are so many blocks that their differences even out.
  std::vector<std::uint32_t> block_work;
  std::vector<Fault> notes;
  std::uint64_t refused_mallocs = 0;  ///< launches with malloc run on one host thread
  /// False: the same was noted of this line before.
  bool wants_note(FaultKind kind, std::uint32_t pc);
  bool was_noted(FaultKind kind, std::uint32_t pc) const;
  SourceLines source;
  /// The statement that a line of the source holds; empty where it cannot be read.
  std::string statement(const SourceLocation& where);
  Dim3 block_position(std::uint64_t index) const;
  Signals signals;   ///< used if the queue is in time
  BlockQueue queue;  ///< the block that runs is not in it
  /// Does any block that waits, or could begin, come before this clock of the launch?
  bool has_earlier(double clk) const;

 private:
  std::unique_ptr<Block> start_next_block(std::uint64_t end);
  void end_block(std::unique_ptr<Block> block);
  void fail_if_stuck(Block& block);
  void sum_instruction(std::size_t index, std::uint64_t warps, std::uint64_t threads);

  std::optional<std::vector<DeviceAddress>> written_;  ///< as in GridDevice
  // What is before this other threads read; from here on it changes all the time.
  alignas(128) Worker worker_;      ///< of the thread that launched
  mutable std::mutex noted_mutex_;  ///< those who run ahead ask
  std::set<std::tuple<FaultKind, std::uint32_t, std::uint32_t>> noted_;  ///< kind, file, line
  std::vector<std::unique_ptr<Block>> free_;
  double path_clk_ = 0;  ///< sum over the sampled blocks
  double longest_path_clk_ = 0;
  double path_work_ = 0, longest_work_ = 0;
  std::uint64_t sampled_ = 0;
  std::uint64_t next_ = 0, quiet_runs_ = 0, concurrent_ = 0;
};

}  // namespace warpschool::sim
