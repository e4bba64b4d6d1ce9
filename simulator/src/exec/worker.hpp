// What one host thread keeps to itself while it runs blocks of a grid, so that blocks can be spread
// over host threads. Everything in it is a sum or a cache: whose blocks they were does not matter.
#pragma once

#include "exec/loop_watch.hpp"
#include "exec/warp.hpp"
#include "model/traffic.hpp"
#include "warpschool/sim/counters.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::sim {

struct Worker {
  Worker(const Program& program, Traffic& where)
      : traffic(&where),
        sites(program.memory_sites),
        warp_changes(program.code.size() + 1, 0),
        thread_changes(program.code.size() + 1, 0) {}

  /// A warp's instruction counts as so many threads at least against the work limit: a loop of one
  /// lane takes nearly as long as one of all.
  static constexpr std::uint32_t kLeastThreads = 8;

  /// `threads` lanes of a warp executed the instructions [begin, end). True: it is time for
  /// check_work().
  bool count_run(std::uint32_t begin, std::uint32_t end, std::uint32_t threads) {
    ++warp_changes[begin];
    --warp_changes[end];
    thread_changes[begin] += threads;
    thread_changes[end] -= threads;
    executed_threads += std::uint64_t{end - begin} * std::max(threads, kLeastThreads);
    return executed_threads > next_check;
  }

  Traffic* traffic;
  Counters counters;
  std::vector<MemorySite> sites;
  std::vector<std::int64_t> warp_changes, thread_changes;  ///< differences: begin +1, end -1
  std::uint64_t executed_threads = 0;                      ///< thread instructions so far, as above
  std::uint64_t work_limit = ~0ull;                        ///< of executed_threads
  std::uint64_t next_check = ~0ull;  ///< of executed_threads: when to look at limits again
  LoopWatch loops;
  std::string printed;
  Speculation* speculation = nullptr;  ///< its part in a wave; nullptr: no others run now

  /// It runs blocks before their turn, which they must not show: what depends on the order of blocks
  /// is left to another run.
  bool runs_ahead() const;
  void limit_work(std::uint64_t most);
  /// A block's turn begins. @param first_look as in LoopWatch.
  void begin_turn(std::uint64_t first_look);
  /// Throws GuestFault beyond the work limit (WorkerStopped if it runs ahead).
  void check_work();
  void set_next_check();
  /// Forgets all that was counted and learnt, but not the limits.
  void clear();
};

}  // namespace warpschool::sim
