// Virtual clocks of the warps of one block: the critical path that the time model's latency term
// needs (docs/TIME_MODEL.md, "Critical path"). Only sampled blocks run with one, and all of a
// kernel that reads %clock.
#pragma once

#include "exec/schedule/signals.hpp"
#include "exec/schedule/warp.hpp"
#include "lower/program/program.hpp"
#include "warpschool/sim/profile.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpschool::sim {

/// The last N of a row of times.
template <std::size_t N>
class LastTimes {
 public:
  double oldest() const { return times_[next_]; }
  void add(double time) {
    times_[next_] = time;
    next_ = (next_ + 1) % N;
  }

 private:
  std::array<double, N> times_{};
  std::size_t next_ = 0;
};

class BlockClock {
 public:
  BlockClock(const Program& program, const DeviceProfile& profile, std::size_t warps);

  /// @param clk of the launch at which the block begins
  /// @param signals of the launch; nullptr: blocks do not wait for each other
  void start(double clk, Signals* signals);
  /// From here on each instruction's part of its warp's time is added to these, by instruction.
  void charge(std::vector<double>* spent) { spent_ = spent; }
  /// An instruction was executed: its result is ready when its sources were, plus its latency.
  /// Instructions of a straight run wait for their operands only (ptxas hoists loads), and a load
  /// for stores to what may be the same place (held_back_loads.hpp).
  void execute(const Warp& warp, std::uint32_t pc, LaneMask active);
  /// A branch, call, barrier or end: what follows is issued after everything before it has been.
  /// @param active the lanes that take it.
  void leave_run(const Warp& warp, std::uint32_t pc, LaneMask active);
  /// All these warps go on when the last of them has arrived.
  void release(const std::vector<std::uint32_t>& warps);
  /// Clocks from the start of the block to the last issue of this warp: what it reads as %clock.
  /// A warp that does nothing but look at the clock again and again gets its time in larger steps.
  std::uint64_t read(const Warp& warp);
  /// Clocks from the start of the block to the end of its last warp.
  double end() const;
  double begin() const { return begin_; }

  // looks.cpp
  /// The warp comes to an access that is made in turn: at which clock of the launch? Who has looked
  /// in vain looks again later and later.
  double next_signal(const Warp& warp, std::uint32_t pc, LaneMask active) const;
  /// Has it looked there in vain?
  bool looks_again(const Warp& warp, std::uint32_t pc, LaneMask active) const;
  /// Others come before that.
  void let_others_go(const Warp& warp, std::uint32_t pc, LaneMask active);

 private:
  /// ptxas moves an instruction ahead of so many others at most, loads further; and so many loads
  /// wait for global memory at a time.
  static constexpr std::size_t kWindow = 24, kLoadsUnderWay = 12;

  /// A poll that may be in vain: where the warp looks, and where its clock stood when it began to.
  struct Look {
    const Poll* poll = nullptr;  ///< nullptr: it does not look for anything
    DeviceAddress place = 0;     ///< of its first lane
    double start = 0, issued = 0;
    double first = 0;    ///< the clock of the first look
    unsigned slots = 0;  ///< as in WarpClock
    unsigned times = 0;  ///< that it has looked
  };

  struct WarpClock {
    double start = 0;              ///< of the straight run at hand
    double issued = 0;             ///< the last issue so far
    unsigned slots = 0;            ///< issue slots of this run so far
    std::vector<float> ready;      ///< by slot: offset / 4
    std::uint32_t read_at = 0;     ///< the last instruction that read the clock
    std::uint32_t idle_reads = 0;  ///< that it did so, with no access to memory in between
    double idle_since = 0;
    std::uint32_t turning_at = 0;      ///< the branch back of an unrolled loop
    std::uint32_t turns = 0;           ///< that it was passed since the last one that counted
    std::uint32_t last = 0;            ///< the instruction that ended the last straight run
    LastTimes<kWindow> issues;         ///< of what is no load
    LastTimes<kLoadsUnderWay> loaded;  ///< when loads of global memory were answered
    std::array<double, 2> stored{};  ///< when the last store to global, to shared memory was issued
    Look look;
    std::optional<DeviceAddress> waits_at;  ///< it waits to look there
    std::uint32_t writes = 0;               ///< of Warp::writes, when a signal was looked for last
  };

  bool passes_unrolled(WarpClock& clock, std::uint32_t pc) const;
  void note(std::uint32_t pc, double clk) {
    if (spent_ != nullptr) {
      (*spent_)[pc] += clk;
    }
  }
  /// What a guard is ready later than the result of the comparison is to others.
  double late_clk() const;
  double corrections_clk(const InstructionInfo& info) const;
  double latency(const Warp& warp, std::uint32_t pc) const;
  double memory_latency(const Warp& warp, const InstructionInfo& info) const;
  bool goes_back(std::uint32_t pc) const;
  double step_clk(std::uint32_t pc) const;
  double parting_clk(const Warp& warp, std::uint32_t pc, LaneMask taken) const;
  static bool is_fence(const InstructionInfo& info);
  static void skip_idle_time(WarpClock& clock, std::uint32_t pc);
  double issue_of(WarpClock& clock, const Warp& warp, std::uint32_t pc) const;
  double sources_ready(const WarpClock& clock, const InstructionInfo& info) const;

  // looks.cpp
  void begin_look(WarpClock& clock, const Warp& warp, const Poll& poll, LaneMask active);
  double found_at(const WarpClock& clock, const Warp& warp, std::uint32_t pc, LaneMask active,
                  double answered) const;
  void tell_others(WarpClock& clock, const Warp& warp, std::uint32_t pc, LaneMask active,
                   double issue);

  const Program& program_;
  const DeviceProfile& profile_;
  std::vector<WarpClock> clocks_;
  std::vector<double>* spent_ = nullptr;
  Signals* signals_ = nullptr;
  double begin_ = 0;
};

/// What %clock and %globaltimer show this warp. Each block begins at 0.
std::uint64_t clocks_of(const Warp& warp);
std::uint64_t nanoseconds_of(const Warp& warp);

}  // namespace warpschool::sim
