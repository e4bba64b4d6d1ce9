// Ends host code that waits for the answer of a stopped kernel.
#include "runtime/core/waiting_host.hpp"

#include "runtime/base/call_site.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/core/exit_report.hpp"
#include "runtime/core/host_activity.hpp"
#include "runtime/core/runtime.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace warpschool::sim::runtime {
namespace {

void watch() {
  for (;;) {
    (void)any_call_since_asked();
    const HostActivity before = host_activity();
    std::this_thread::sleep_for(std::chrono::seconds(kPatienceSeconds));
    if (any_call_since_asked()) {
      return;  // it does not wait, and learns from its calls what has happened
    }
    if (computes_or_polls(before, host_activity())) {
      break;
    }
  }
  {
    Runtime& runtime = Runtime::instance();
    const std::lock_guard<std::mutex> lock(runtime.mutex());
    runtime.recorder().note(
        fmt::format("the kernel that spoke with the host was stopped {} seconds ago, and the host "
                    "has computed since then without a call of CUDA: it waits for an answer that "
                    "will not come. The program ends here.",
                    kPatienceSeconds));
  }
  std::exit(kFaultExitStatus);
}

}  // namespace

void end_if_host_waits_in_vain() {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    remote->watch_waiting();
    return;
  }
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

}  // namespace warpschool::sim::runtime
