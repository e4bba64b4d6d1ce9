#include "runtime/admission.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

thread_local bool t_inside = false;
thread_local bool t_ends_program = false;
std::atomic<bool> g_forked{false};
std::atomic<bool> g_exiting{false};

/// Once: a program may go on calling.
void complain_once(const char* text) {
  static std::atomic_flag told = ATOMIC_FLAG_INIT;
  if (!told.test_and_set()) {
    // No stdio: a signal handler may have interrupted that.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
  }
}

void on_fork() {
  g_forked = true;
}

/// The program's functions that were registered after the first use of the device have run.
void on_exit_begun() {
  t_ends_program = true;
  g_exiting = true;
}

cudaError_t why_not() {
  if (g_forked) {
    complain_once(
        "warpschool: note: this process was forked after CUDA had been used; as on a GPU, CUDA "
        "works in the first process only. Fork before the first CUDA call, or use exec.\n");
    return cudaErrorInitializationError;
  }
  if (t_inside) {
    complain_once(
        "warpschool: note: a signal handler called CUDA while a call of the same thread was under "
        "way. Let the handler set a flag, and call CUDA outside.\n");
    return cudaErrorNotPermitted;
  }
  return g_exiting && !t_ends_program ? cudaErrorCudartUnloading : cudaSuccess;
}

}  // namespace

Admission::Admission() : refusal_(why_not()) {
  if (refusal_ == cudaSuccess) {
    t_inside = true;
  }
}

Admission::~Admission() {
  if (refusal_ == cudaSuccess) {
    t_inside = false;
  }
}

void watch_process() {
  static std::once_flag once;
  std::call_once(once, [] {
    ::pthread_atfork(nullptr, nullptr, on_fork);
    std::atexit(on_exit_begun);
  });
}

bool is_forked() {
  return g_forked;
}
bool is_inside() {
  return t_inside;
}
bool is_exiting() {
  return g_exiting;
}

}  // namespace warpschool::sim::runtime
