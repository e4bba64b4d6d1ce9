// Who may call the runtime now. A call that cannot be answered gets an error, as on a device, and
// never waits for ever. Such are calls from a signal handler that interrupted a call of its own
// thread, from a process that was forked after the device was used, from a function that a stream
// calls, and from other threads while the program ends.
#pragma once

#include <cuda_runtime_api.h>

namespace warpschool::sim::runtime {

/// Who may call a function: also a host function of a stream (cudaLaunchHostFunc) or not.
enum class Callers { kAll, kNoHostFunctions };

/// The calling thread is inside the runtime for as long as it lives, if it may.
class Admission {
 public:
  explicit Admission(Callers callers = Callers::kNoHostFunctions);
  ~Admission();
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  /// cudaSuccess if the call may go on. Else cudaErrorNotPermitted (a call of this thread is under
  /// way, or it runs a host function), cudaErrorInitializationError (forked) or
  /// cudaErrorCudartUnloading (the program ends).
  cudaError_t refusal() const { return refusal_; }

 private:
  cudaError_t refusal_;
};

/// For as long as it lives the calling thread runs a function that the program put into a stream.
/// A device calls such functions from a thread of its own: what the calling thread did last wrong
/// is put aside, and comes back.
class InHostFunction {
 public:
  InHostFunction();
  ~InHostFunction();
  InHostFunction(const InHostFunction&) = delete;
  InHostFunction& operator=(const InHostFunction&) = delete;

 private:
  cudaError_t outer_error_;
};

/// From now on forks and the begin of the program's end are noticed; once.
void watch_process();

/// The device was used in the process that this one was forked from: it has nothing to report.
bool is_forked();
/// A call of this thread is under way: its lock is taken.
bool is_inside();
/// exit() was called: static objects are being destroyed.
bool is_exiting();

}  // namespace warpschool::sim::runtime
