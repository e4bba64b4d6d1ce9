// One block while it runs: its warps, its shared and local memory, and what the checks remember of
// them.
#pragma once

#include "exec/init_checks/definedness.hpp"
#include "exec/launch/host_worker.hpp"
#include "exec/races/async_copies.hpp"
#include "exec/races/happens_before.hpp"
#include "exec/races/race.hpp"
#include "exec/races/shared_reads.hpp"
#include "exec/schedule/barrier_paths.hpp"
#include "exec/schedule/clock.hpp"
#include "exec/schedule/warp.hpp"
#include "lower/program/program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpschool::sim {

/// What shared and local memory hold before anything was written.
inline constexpr std::byte kPoison{0xcd};

/// All state of one running block; apart from that of others in the host's caches.
class alignas(128) Block {
 public:
  /// @param worker of the host thread that runs this block.
  Block(Grid& grid, Worker& worker);

  /// @param clk of the launch at which it begins
  void start(std::uint64_t index, double clk);
  /// Clocks of the critical path; 0 if this block was not sampled.
  double critical_path() const { return clock_running_ ? clock_->end() : 0; }
  /// Clock of the launch at which it has ended, or at which it has let others go first.
  double end_clk() const { return clock_running_ ? clock_->begin() + clock_->end() : 0; }
  double next_signal() const { return next_signal_ < kNoSignal ? next_signal_ : end_clk(); }
  /// It has let others go first with something to do but to look again for what it waits for.
  bool has_work() const { return has_work_; }
  /// Instructions of its busiest warp, when it has ended.
  std::uint64_t busiest_warp() const { return busiest_warp_; }

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
  void note(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, FaultCause cause,
            std::string detail = {});
  /// No thread can go on. Throws GuestFault.
  /// @param known why, as far as the grid knows it
  [[noreturn]] void fail_deadlock(FaultCause known = {});

  std::uint64_t index() const { return index_; }
  std::uint64_t warps() const { return warps_.size(); }
  Dim3 position() const { return position_; }
  Dim3 thread_position(const Warp& warp, unsigned lane) const {
    return thread_position(warp.index, lane);
  }
  Dim3 thread_position(std::uint32_t warp, unsigned lane) const;
  std::vector<SourceLocation> waiting_places() const;
  bool waits_for_what_others_write();

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
  AsyncCopies copies;
  /// By byte of the stacks of a warp's lanes: which lanes wrote it.
  LaneMask* written_local(std::uint32_t warp) {
    return written_local_.data() + std::size_t{warp} * warps_[warp].local_stride;
  }
  /// Values read from there that nobody wrote; nullptr: none were read.
  const UndefinedValues* undefined_values() const { return undefined_values_.get(); }
  /// From here on there are some.
  UndefinedValues& need_undefined_values();

 private:
  static constexpr double kNoSignal = 1e300;

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

  /// Threads that were let go together, some at one barrier and some at one behind it.
  struct Meeting {
    std::uint32_t first = kNoIndex, behind = kNoIndex;  ///< instructions, or calls that lead there
    bool counts = false;                                ///< no way leads back
    std::vector<LaneMask> at_first, at_behind;          ///< by warp
  };

  /// What came of a turn of each warp.
  struct Turn {
    bool all_done = true;
    bool works = false;     ///< a warp did more than spin
    bool spins = false;     ///< a warp waits for what others write
    bool progress = false;  ///< a warp went on, or wrote while it span
  };

  Turn take_turns();
  void weigh_warps();
  Status yield();

  // block_phases.cpp: does it go round for ever?
  void begin_looks();
  void suspect_endless_wait();
  bool phases_repeat();
  std::uint32_t writes() const;
  std::uint64_t fingerprint() const;

  // block.cpp: what the constructor and start() do
  void size_checks(std::size_t warps);
  void place_warp(Warp& warp, std::uint32_t index, std::byte* frame, std::byte* shared);
  void set_constants(Warp& warp);
  void start_checks();
  void start_warp(Warp& warp);

  // warp_run.cpp: the run loop
  WarpStatus run_checked(Warp& warp);
  WarpStatus run_warp(Warp& warp);
  bool take_step(Warp& warp, const Decoded& i, LaneMask active);
  bool comes_next(Warp& warp, LaneMask active);
  bool take_branch(Warp& warp, const Decoded& i, LaneMask active);
  void take_converging_step(Warp& warp, const Decoded& i, LaneMask active);
  void pass_barrier(Warp& warp, bool has_passed);
  void look_for_loop(Warp& warp, std::uint32_t end);
  bool gives_way(Warp& warp);
  void pause_split(Warp& warp);
  void observe_step(Warp& warp, const Decoded& i, LaneMask active);
  void observe(Warp& warp, const Decoded& i, LaneMask active);

  // splits.cpp: what changes which lanes run, and where
  bool pick_split(Warp& warp);
  void remember_branch(const Warp& warp, LaneMask lanes);
  void save_split(Warp& warp);
  void leave_split(Warp& warp, std::uint32_t pc);
  void merge_splits(Warp& warp);
  void count_predicated(const Decoded& i, bool is_taken);
  void branch(Warp& warp, const Decoded& i, LaneMask taken);
  void jump(Warp& warp, std::uint32_t target);
  void branch_indexed(Warp& warp, const Decoded& i, LaneMask active);
  void exit_lanes(Warp& warp, LaneMask active);
  void divide(Warp& warp, LaneMask mask, std::uint32_t pc, std::shared_ptr<const CallFrame> frame);
  void begin_run(Warp& warp);
  void end_run(Warp& warp, std::uint32_t end);

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

  // lock_holders.cpp
  const LockTaken* lock_waited_for(const Warp& warp, const Split& split);
  DeadlockCause kept_lock(const LockTaken& taken) const;

  // barrier_checks.cpp
  BarrierPaths& barrier_paths();
  BranchTaken last_branch(const Warp& warp, unsigned lane) const;
  void add_condition(const Split& split, BarrierCause& cause);
  void add_guard(Fault& fault, std::uint32_t pc);
  [[noreturn]] void fail_at_two_barriers(Warp& warp, const Split& split, const Warp& other_warp,
                                         const Split& other);
  [[noreturn]] void blame_one_barrier(Warp& warp, const Split& split, Warp& other_warp,
                                      const Split& other);
  void check_missing(Warp& waiting, const Split& split, const Warp& ended, LaneMask lanes);
  void check_ended(Warp& waiting, const Split& split);
  const Meeting* earlier_meeting(const Warp& waiting, const Split& split, const Warp& ended,
                                 LaneMask lanes) const;
  [[noreturn]] void fail_at_earlier_meeting(const Meeting& meeting, Warp& waiting,
                                            const Split& split, const Warp& ended, LaneMask lanes);
  std::uint32_t lane_that_went_past(const Split& split, const Warp& ended, LaneMask lanes);
  Meeting& meeting_at(std::uint32_t first, std::uint32_t behind);
  void remember_meetings(std::uint32_t id);
  bool is_one_barrier(const Split& one, const Split& other);
  void check_barrier(std::uint32_t id);
  void check_early_arrival(Warp& warp, const Split& arriving);

  bool begin_note(FaultKind kind, std::uint32_t pc);
  bool heads_for_exit(std::uint32_t pc) const;
  [[noreturn]] void fail(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc,
                         std::string detail);
  [[noreturn]] void fail(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc,
                         FaultCause cause, std::string detail = {});

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
  bool has_work_ = false;
  double next_signal_ = kNoSignal;  ///< the earliest that others came before
  std::unique_ptr<UndefinedValues> undefined_values_;
  bool is_traced_ = false;    ///< a thread's steps are written down
  bool is_observed_ = false;  ///< one of these three looks at each instruction
  std::array<Arrivals, 16> arrivals_{};
  std::uint32_t stop_ = 0;  ///< the running split meets another one at or behind this instruction
  std::uint32_t run_begin_ = 0;  ///< first instruction of the straight run that is being counted
  std::uint32_t run_threads_ = 0;
  std::uint64_t fingerprint_ = 0;
  bool suspicious_ = false;  ///< was seen in a loop that only others can end
  Phases phases_;
  /// Last branch of the running split since its turn: twice the instruction, and 1 if it was taken.
  std::uint32_t left_at_ = kNoIndex;
  std::vector<std::uint32_t> last_branch_;  ///< the same by thread
  std::unique_ptr<BarrierPaths> barrier_paths_;
  /// By barrier (instruction), and warp: who had ended when it was checked last.
  std::map<std::uint32_t, std::vector<LaneMask>> ended_before_;
  std::vector<Meeting> meetings_;
  std::uint64_t busiest_warp_ = 0;
  bool changed_something_ = false;  ///< the last run() did more than spin
};

}  // namespace warpschool::sim
