// Serialises API calls and refuses those that cannot be answered.
#include "runtime/core/admission.hpp"

#include "runtime/core/runtime.hpp"

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
thread_local int t_host_functions = 0;
thread_local cudaError_t t_host_functions_error = cudaSuccess;  ///< of the device's own thread
std::atomic<bool> g_forked{false};
std::atomic<bool> g_exiting{false};

/// Once a text: a program may go on calling.
void complain_once(std::atomic_flag& told, const char* text) {
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

cudaError_t why_not(Callers callers) {
  static std::atomic_flag told_forked = ATOMIC_FLAG_INIT, told_inside = ATOMIC_FLAG_INIT,
                          told_host_function = ATOMIC_FLAG_INIT;
  if (g_forked) {
    complain_once(
        told_forked,
        "warpschool: note: this process was forked after CUDA had been used; as on a GPU, CUDA "
        "works in the first process only. Fork before the first CUDA call, or use exec.\n");
    return cudaErrorInitializationError;
  }
  if (t_inside) {
    complain_once(
        told_inside,
        "warpschool: note: a signal handler called CUDA while a call of the same thread was under "
        "way. Let the handler set a flag, and call CUDA outside.\n");
    return cudaErrorNotPermitted;
  }
  if (t_host_functions != 0 && callers == Callers::kNoHostFunctions) {
    complain_once(
        told_host_function,
        "warpschool: note: a function that a stream calls (cudaLaunchHostFunc, "
        "cudaStreamAddCallback, a host node of a graph) called CUDA, which is not permitted "
        "(cudaErrorNotPermitted). Let it wake a thread of the program that makes the calls.\n");
    return cudaErrorNotPermitted;
  }
  return g_exiting && !t_ends_program ? cudaErrorCudartUnloading : cudaSuccess;
}

}  // namespace

Admission::Admission(Callers callers) : refusal_(why_not(callers)) {
  if (refusal_ == cudaSuccess) {
    t_inside = true;
  }
}

Admission::~Admission() {
  if (refusal_ == cudaSuccess) {
    t_inside = false;
  }
}

InHostFunction::InHostFunction() : outer_error_(last_error()) {
  ++t_host_functions;
  last_error() = t_host_functions_error;
}

InHostFunction::~InHostFunction() {
  --t_host_functions;
  t_host_functions_error = last_error();
  last_error() = outer_error_;
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
