// One launch while it runs: the grid, its blocks, their warps.
#pragma once

#include "exec/init_checks/deferred_init_fault.hpp"
#include "exec/init_checks/definedness.hpp"
#include "exec/init_checks/source_lines.hpp"
#include "exec/launch/host_worker.hpp"
#include "exec/races/async_copies.hpp"
#include "exec/races/happens_before.hpp"
#include "exec/races/race.hpp"
#include "exec/races/shared_reads.hpp"
#include "exec/schedule/clock.hpp"
#include "exec/schedule/warp.hpp"
#include "lower/program/program.hpp"
#include "model/traffic.hpp"
#include "warpschool/sim/device.hpp"
#include "warpschool/sim/memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
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

/// What shared and local memory hold before anything was written.
inline constexpr std::byte kPoison{0xcd};

class ThreadPool;
class WorkLog;

/// All state of one running block; apart from that of others in the host's caches.
class alignas(128) Block {
 public:
  /// @param worker of the host thread that runs this block.
  Block(Grid& grid, Worker& worker);

  void start(std::uint64_t index);
  /// Clocks of the critical path; 0 if this block was not sampled.
  double critical_path() const { return clock_running_ ? clock_->end() : 0; }

  /// What a warp of this block reads as %clock: instructions, if the block has no virtual clock.
  std::uint64_t clocks(const Warp& warp) {
    return clock_running_ ? clock_->read(warp) : warp.clock;
  }

  enum class Status : std::uint8_t { kDone, kSpinning };
  /// Runs until all threads have ended, or until all that can run spin on memory that another block
  /// must change.
  Status run();

  /// True: all registers are as they were when this was asked last.
  bool repeats_itself();
  bool changed_something() const { return changed_something_; }
  /// Once of a line. Throws GuestFault if the block runs before its turn.
  void note(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, std::string detail);
  /// No thread can go on. Throws GuestFault.
  [[noreturn]] void fail_deadlock();

  std::uint64_t index() const { return index_; }
  std::uint64_t warps() const { return warps_.size(); }
  Dim3 position() const { return position_; }
  Dim3 thread_position(const Warp& warp, unsigned lane) const {
    return thread_position(warp.index, lane);
  }
  Dim3 thread_position(std::uint32_t warp, unsigned lane) const;
  std::vector<SourceLocation> waiting_places() const;

  // For the checks: what orders this block's accesses, and what its memory went through.
  BlockOrder order;
  bool has_yielded = false;
  std::vector<shadow::Entry> shared_writers, shared_readers, shared_others;
  /// By byte, where words are spread; empty until a thread accesses less than a word.
  std::vector<shadow::Entry> shared_byte_writers, shared_byte_readers, shared_byte_others;
  void need_byte_entries();
  /// The entries around a byte of shared memory.
  RaceWords race_words_at(std::uint64_t first);
  SharedReads reads;
  shadow::SpreadWords spread_words;
  std::vector<std::uint8_t> shared_written;  ///< a bit a byte
  CopiesInFlight copies;
  /// By byte of the stacks of a warp's lanes: which lanes wrote it.
  LaneMask* written_local(std::uint32_t warp) {
    return written_local_.data() + std::size_t{warp} * warps_[warp].local_stride;
  }
  /// Values read from there that nobody wrote; nullptr: none were read.
  const UnwrittenValues* unwritten_values() const { return unwritten_values_.get(); }
  /// From here on there are some.
  UnwrittenValues& need_unwritten_values();

 private:
  enum class WarpStatus : std::uint8_t { kDone, kWaiting, kYielded };

  /// What is remembered of the last phases between barriers, to see that they repeat themselves.
  struct Phases {
    std::uint64_t look_at = 0;  ///< of Worker::executed_threads
    std::uint64_t fingerprint = 0;
    std::uint32_t writes = 0;
    unsigned looks = 0, until_new = 1, span = 1;
  };

  struct Arrivals {
    std::uint32_t extra = 0;  ///< bar.arrive
  };

  Status yield();

  // warp_run.cpp: the run loop and what changes the order of lanes
  WarpStatus run_checked(Warp& warp);
  WarpStatus run_warp(Warp& warp);
  bool take_step(Warp& warp, const Decoded& i, LaneMask active);
  bool pick_split(Warp& warp);
  void remember_branch(const Warp& warp, LaneMask lanes);
  void save_split(Warp& warp);
  void leave_split(Warp& warp, std::uint32_t pc);
  void merge_splits(Warp& warp);
  void branch(Warp& warp, const Decoded& i, LaneMask taken);
  void jump(Warp& warp, std::uint32_t target);
  void branch_indexed(Warp& warp, const Decoded& i, LaneMask active);
  void exit_lanes(Warp& warp, LaneMask active);
  void divide(Warp& warp, LaneMask mask, std::uint32_t pc, std::shared_ptr<const CallFrame> frame);
  void begin_run(Warp& warp);
  void end_run(Warp& warp, std::uint32_t end);
  void look_for_loop(Warp& warp, std::uint32_t end);
  bool gives_way(Warp& warp);

  void observe(Warp& warp, const Decoded& i, LaneMask active);

  // calls.cpp
  std::uint32_t callee_of(Warp& warp, const CallSite& site, LaneMask& active);
  void begin_activation(Warp& warp, CallFrame& frame, const FunctionInfo& function,
                        LaneMask active);
  void call(Warp& warp, const Decoded& i, LaneMask active);
  void return_from(Warp& warp, LaneMask active);

  // warp_sync.cpp
  void find_missing_sources(Warp& warp, const Decoded& i, LaneMask active);
  void check_source_lanes(Warp& warp, const Decoded& i, LaneMask active);
  LaneMask named_lanes(Warp& warp, const Decoded& i, LaneMask active);
  bool converge(Warp& warp, const Decoded& i, LaneMask active);
  void order_lanes(Warp& warp, const Decoded& i, LaneMask active);
  bool reach_warp_barrier(Warp& warp, const Decoded& i, LaneMask active);
  bool release_warp_barrier(Warp& warp);
  static std::vector<const Split*> waiting_for_lanes(const Warp& warp);
  void fail_if_masks_cross(Warp& warp);

  // whole_warp.cpp
  bool needs_whole_warp(std::uint32_t pc) const;
  [[noreturn]] void fail_whole_warp(Warp& warp, LaneMask here, std::uint32_t pc);

  // barriers.cpp
  bool reach_barrier(Warp& warp, const Decoded& i, LaneMask active);
  bool release_barriers();
  void order_at_barrier(std::uint32_t id);
  bool release_barrier(std::uint32_t id);
  void finish_barrier(Warp& warp, Split& split, std::uint32_t count, bool all, bool any);
  void check_missing(Warp& waiting, const Split& split, const Warp& ended, unsigned lane,
                     SourceLines::Answer unknown);
  void check_barrier(std::uint32_t id);
  void check_early_arrival(Warp& warp, const Split& arriving);
  std::uint32_t writes() const;
  std::uint64_t fingerprint() const;
  bool phases_repeat();
  bool begin_note(FaultKind kind, std::uint32_t pc);
  bool heads_for_exit(std::uint32_t pc) const;
  [[noreturn]] void fail(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc,
                         std::string detail);

  Grid& grid_;
  Worker& worker_;
  std::uint64_t index_ = 0;
  Dim3 position_;
  std::vector<std::byte> frames_;
  std::vector<std::byte> shared_;
  std::vector<std::byte> local_;
  std::vector<LaneMask> written_local_;
  std::vector<Warp> warps_;
  std::vector<ConstantSlot> of_block_;  ///< special registers that differ from block to block
  std::unique_ptr<BlockClock> clock_;
  bool clock_running_ = false;
  std::unique_ptr<UnwrittenValues> unwritten_values_;
  bool is_observed_ = false;  ///< one of these two looks at each instruction
  std::array<Arrivals, 16> arrivals_{};
  std::uint32_t stop_ = 0;  ///< the running split meets another one at or behind this instruction
  std::uint32_t run_begin_ = 0;  ///< first instruction of the straight run that is being counted
  std::uint32_t run_threads_ = 0;
  std::uint64_t fingerprint_ = 0;
  bool suspicious_ = false;  ///< was seen in a loop that only others can end
  Phases phases_;
  std::uint32_t left_at_ = kNoIndex;        ///< last branch of the running split since its turn
  std::vector<std::uint32_t> last_branch_;  ///< by thread
  bool changed_something_ = false;          ///< the last run() did more than spin
};

/// What a launch uses of the device that it runs on.
struct GridDevice {
  Memory& memory;
  const DeviceProfile& profile;
  const DeviceOptions& options;
  Moment& clock;
  const WorkLog* log = nullptr;              ///< of earlier work
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
  std::uint64_t concurrent_blocks() const { return concurrent_; }
  void add_path(double clk, std::uint64_t blocks) {
    path_clk_ += clk;
    sampled_ += blocks;
  }
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
  std::uint32_t local_bytes = 0;       ///< a thread
  bool tracks_races = false;           ///< then one host thread runs all blocks
  bool tracks_written = false;         ///< the same
  std::unique_ptr<Ordering> ordering;  ///< if races are tracked
  std::vector<RacePlan> race_plans;    ///< by memory site
  OtherReaders other_readers;
  const WorkLog* log;  ///< set where `ordering` knows of unordered work, and so is `order`
  const WorkOrder* order;
  bool is_alone;  ///< as in GridDevice
  PendingRead pending_read;
  std::atomic<bool> saw_endless_waits =
      false;  ///< a block goes round a loop that only others can end
  std::vector<Fault> notes;
  std::uint64_t refused_mallocs = 0;  ///< launches with malloc run on one host thread
  /// False: the same was noted of this line before.
  bool wants_note(FaultKind kind, std::uint32_t pc);
  bool was_noted(FaultKind kind, std::uint32_t pc) const;
  SourceLines source;
  Dim3 block_position(std::uint64_t index) const;

 private:
  void sum_instruction(std::size_t index, std::uint64_t warps, std::uint64_t threads);

  std::optional<std::vector<DeviceAddress>> written_;  ///< as in GridDevice
  unsigned resident_blocks_;
  // What is before this other threads read; from here on it changes all the time.
  alignas(128) Worker worker_;      ///< of the thread that launched
  mutable std::mutex noted_mutex_;  ///< those who run ahead ask
  std::set<std::tuple<FaultKind, std::uint32_t, std::uint32_t>> noted_;  ///< kind, file, line
  std::vector<std::unique_ptr<Block>> free_;
  std::deque<std::unique_ptr<Block>> waiting_;  ///< spin on what another block must do
  double path_clk_ = 0;                         ///< sum over the sampled blocks
  std::uint64_t sampled_ = 0;
  std::uint64_t next_ = 0, quiet_runs_ = 0, concurrent_ = 0;
};

}  // namespace warpschool::sim
