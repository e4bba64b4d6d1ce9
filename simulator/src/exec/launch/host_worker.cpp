// Work limits and counters of one host thread.
#include "exec/launch/host_worker.hpp"

#include "exec/speculation/speculation.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Thread instructions between two looks at whether other chunks have given up: a chunk that read
/// what it should not have may loop for ever.
constexpr std::uint64_t kCheckEvery = 1u << 20;

}  // namespace

RunChanges& RunChanges::operator+=(const RunChanges& other) {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::size_t k = 0; k < kGroup; ++k) {
      groups_[i][k].warps += other.groups_[i][k].warps;
      groups_[i][k].threads += other.groups_[i][k].threads;
    }
  }
  return *this;
}

bool Worker::runs_ahead() const {
  return speculation != nullptr && !speculation->leads();
}

void Worker::limit_work(std::uint64_t most, std::uint64_t most_stalled) {
  work_limit = most;
  stall_limit = most_stalled;
  set_next_check();
}

void Worker::begin_turn(std::uint64_t first_look) {
  loops.begin_turn(executed_threads, first_look);
  set_next_check();
}

void Worker::set_next_check() {
  next_check = std::min({work_limit, stall_end(), loops.next_look()});
  if (runs_ahead()) {
    next_check = std::min(next_check, executed_threads + kCheckEvery);
  }
}

void Worker::check_work() {
  const bool too_much = executed_threads > std::min(work_limit, stall_end());
  if (runs_ahead()) {
    if (too_much) {
      speculation->stop(BatchVerdict::kConflict);  // which block it is the serial run finds out
    }
    speculation->check_in();
  } else if (too_much) {
    GuestFault guest;
    guest.fault.kind = FaultKind::kWorkLimit;
    throw guest;
  }
}

void Worker::clear() {
  counters = Counters();
  changes.clear();
  executed_threads = last_end = most_of_a_warp = 0;
  printed.clear();
}

}  // namespace warpschool::sim
