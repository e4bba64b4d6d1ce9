// The keeper: notes the process groups that run, and kills them when the grader is gone.
#include "process/keeper.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <mutex>
#include <sys/syscall.h>
#include <unistd.h>

namespace warpschool::grader {
namespace {

constexpr std::size_t kMostGroups = 4096;  ///< far more than jobs at a time

/// Runs in a fork of a program with threads: async-signal-safe calls only, no memory but this.
[[noreturn]] void keep(int orders) {
  ::setsid();  // Ctrl-C and what ends a terminal's processes are not for it
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
    ::signal(signal, SIG_IGN);
  }
  constexpr int kOrders = 0;
  ::dup2(orders, kOrders);
  ::syscall(SYS_close_range, 1U, ~0U, 0);  // above all the other end of its own pipe
  if (::chdir("/") != 0) {
    ::_exit(1);
  }
  std::array<std::int32_t, kMostGroups> groups{};
  for (;;) {
    std::int32_t order = 0;
    const ssize_t got = ::read(kOrders, &order, sizeof order);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got != static_cast<ssize_t>(sizeof order)) {
      break;  // nobody is left who could write
    }
    auto* const place = std::find(groups.begin(), groups.end(), order > 0 ? 0 : -order);
    if (place != groups.end()) {
      *place = std::max(order, 0);
    }
  }
  for (const std::int32_t group : groups) {
    if (group > 1) {
      ::kill(-group, SIGKILL);
    }
  }
  ::_exit(0);
}

int start_keeper() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return -1;
  }
  const pid_t pid = ::fork();
  if (pid == 0) {
    keep(ends[0]);
  }
  ::close(ends[0]);
  if (pid < 0) {
    ::close(ends[1]);
    return -1;
  }
  return ends[1];
}

void tell(int keeper, std::int32_t order) {
  const ssize_t ignored = keeper < 0 ? 0 : ::write(keeper, &order, sizeof order);
  static_cast<void>(ignored);
}

}  // namespace

int keeper_of_this_process() {
  static std::mutex mutex;
  static pid_t owner = 0;
  static int keeper = -1;
  const std::scoped_lock lock(mutex);
  if (owner != ::getpid()) {  // a fork has its parent's keeper, who waits for the parent
    keeper = start_keeper();
    owner = ::getpid();
  }
  return keeper;
}

void tell_keeper_of_start(int keeper, pid_t group) {
  tell(keeper, group);
}

void tell_keeper_of_end(int keeper, pid_t group) {
  tell(keeper, -group);
}

}  // namespace warpschool::grader
