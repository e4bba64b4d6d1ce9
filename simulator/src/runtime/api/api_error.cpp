// Errors of the calling thread, their names and descriptions.
#include "runtime/base/call_limit.hpp"
#include "runtime/base/error_names.hpp"
#include "runtime/core/runtime.hpp"

namespace warpschool::sim::runtime {
namespace {

/// The program has looked. The last error is the thread's own: of a lost context it tells only what
/// a call has returned since it was asked last.
cudaError_t look_at_last_error() {
  count_call(nullptr);
  const Admission admission(Callers::kAll);
  if (admission.refusal() != cudaSuccess) {
    return last_error() != cudaSuccess ? last_error() : admission.refusal();
  }
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock = runtime.lock();
  runtime.unchecked().all_seen();
  return last_error();
}

/// A program that asks what an error means has looked at it.
void note_seen(cudaError_t error) {
  if (is_forked() || is_inside()) {
    return;
  }
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock(runtime.mutex(), std::try_to_lock);
  if (lock.owns_lock()) {
    runtime.unchecked().seen(error);
  }
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGetLastError(void) {
  const cudaError_t error = look_at_last_error();
  last_error() = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void) {
  return look_at_last_error();
}

const char* cudaGetErrorName(cudaError_t error) {
  note_seen(error);
  return error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  note_seen(error);
  return error_text(error);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
