// What one host thread keeps to itself while it runs blocks of a grid, so that blocks can be spread
// over host threads. Everything in it is a sum or a cache: whose blocks they were does not matter.
#pragma once

#include "exec/schedule/livelock_detector.hpp"
#include "exec/schedule/lock_holders.hpp"
#include "exec/schedule/warp.hpp"
#include "model/traffic.hpp"
#include "warpschool/sim/counters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::sim {

/// By how much the number of warps, and of threads, that execute an instruction differs from that
/// of the instruction before; the first instruction's predecessor executes nobody.
class RunChanges {
 public:
  struct Change {
    std::int64_t warps = 0, threads = 0;
  };
  explicit RunChanges(std::size_t instructions) : groups_(instructions / kGroup + 1) {}

  Change& operator[](std::size_t instruction) {
    return groups_[instruction / kGroup][instruction % kGroup];
  }
  const Change& operator[](std::size_t instruction) const {
    return groups_[instruction / kGroup][instruction % kGroup];
  }
  RunChanges& operator+=(const RunChanges& other);
  void clear() { std::fill(groups_.begin(), groups_.end(), Group{}); }

 private:
  static constexpr std::size_t kGroup = 8;
  /// These change all the time: no other thread's memory is in the same two lines of the host's
  /// caches.
  struct alignas(128) Group : std::array<Change, kGroup> {};
  std::vector<Group> groups_;
};

class Recording;

struct Worker {
  Worker(const Program& program, Traffic& where)
      : traffic(&where), sites(program.memory_sites), changes(program.code.size() + 1) {
    for (std::size_t n = 0; n < program.extents.size(); ++n) {
      sites[n].variable = program.extents[n];
    }
  }

  /// A warp's instruction counts as so many threads at least against the work limit: a loop of one
  /// lane takes nearly as long as one of all.
  static constexpr std::uint32_t kLeastThreads = 8;

  /// `threads` lanes of a warp executed the instructions [begin, end). True: it is time for
  /// check_work().
  bool count_run(std::uint32_t begin, std::uint32_t end, std::uint32_t threads) {
    RunChanges::Change& first = changes[begin];
    ++first.warps;
    first.threads += threads;
    RunChanges::Change& behind = changes[end];
    --behind.warps;
    behind.threads -= threads;
    executed_threads += std::uint64_t{end - begin} * std::max(threads, kLeastThreads);
    return executed_threads > next_check;
  }

  Traffic* traffic;
  Counters counters;
  std::vector<MemorySite> sites;
  RunChanges changes;
  std::uint64_t most_of_a_warp = 0;    ///< instructions of the busiest warp of all blocks
  std::uint64_t executed_threads = 0;  ///< thread instructions so far, as above
  std::uint64_t work_limit = ~0ull;    ///< of executed_threads
  std::uint64_t stall_limit = ~0ull;   ///< the same, since the last block came to its end
  std::uint64_t last_end = 0;          ///< executed_threads when it did
  std::uint64_t next_check = ~0ull;    ///< of executed_threads: when to look at limits again
  LivelockDetector loops;
  LockHolders locks;
  std::string printed;
  Recording* recording = nullptr;      ///< the launch is written down; nullptr: it is not
  Speculation* speculation = nullptr;  ///< its part in a batch; nullptr: no others run now

  /// It runs blocks before their turn, which they must not show: what depends on the order of
  /// blocks is left to another run.
  bool runs_ahead() const;
  void limit_work(std::uint64_t most, std::uint64_t most_stalled);
  /// A block has come to its end: the launch gets somewhere.
  void end_block() { last_end = executed_threads; }
  /// A block's turn begins. @param first_look as in LivelockDetector.
  void begin_turn(std::uint64_t first_look);
  /// Throws GuestFault beyond the limits (WorkerStopped if it runs ahead).
  void check_work();
  void set_next_check();
  std::uint64_t stall_end() const {
    return stall_limit > ~0ull - last_end ? ~0ull : last_end + stall_limit;
  }
  /// Forgets all that was counted and learnt, but not the limits.
  void clear();
};

}  // namespace warpschool::sim
