// Turns Ctrl-C into something that can be waited for.
#include "process/stop.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>

namespace warpschool::grader {
namespace {

std::atomic<bool> g_stop{false};
std::atomic<int> g_descriptor{-1};

extern "C" void on_stop_signal(int) {
  request_stop();
}

}  // namespace

void catch_stop_signals() {
  if (g_descriptor < 0) {
    g_descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  }
  struct sigaction action {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // A pager that ends early must not end a run over a whole class.
  action.sa_handler = SIG_IGN;
  action.sa_flags = 0;
  ::sigaction(SIGPIPE, &action, nullptr);
}

void request_stop() {
  g_stop = true;
  const std::uint64_t one = 1;
  if (g_descriptor >= 0 && ::write(g_descriptor, &one, sizeof one) < 0) {
    return;  // the counter is full: it has been raised already
  }
}

bool stop_requested() {
  return g_stop;
}

int stop_descriptor() {
  return g_descriptor;
}

}  // namespace warpschool::grader
