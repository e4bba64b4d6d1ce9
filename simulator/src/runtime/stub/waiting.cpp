// Ends a program that waits for the answer of a stopped kernel (core/waiting_host.hpp, whose twin
// this is where the device is another process).
#include "runtime/core/exit_report.hpp"
#include "runtime/core/host_activity.hpp"
#include "runtime/stub/connection.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace warpschool::sim::runtime::stub {
namespace {

void watch() {
  for (;;) {
    const std::uint64_t calls = calls_so_far();
    const HostActivity before = host_activity();
    std::this_thread::sleep_for(std::chrono::seconds(kPatienceSeconds));
    if (calls_so_far() != calls) {
      return;  // it does not wait, and learns from its calls what has happened
    }
    if (computes_or_polls(before, host_activity())) {
      break;
    }
  }
  std::fprintf(
      stderr,
      "warpschool: the kernel that spoke with the host was stopped %d seconds ago, and the "
      "host has computed since then without a call of CUDA: it waits for an answer that "
      "will not come. The program ends here.\n",
      kPatienceSeconds);
  std::exit(kFaultExitStatus);
}

}  // namespace

void watch_waiting() {
  static std::once_flag once;
  std::call_once(once, [] {
    sigset_t all, before;
    ::sigfillset(&all);  // signals are for the program's own threads
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread(watch).detach();
    } catch (const std::system_error&) {
      // The system gives no thread: then it waits, as it would without us.
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  });
}

}  // namespace warpschool::sim::runtime::stub
