// Errors of the calling thread, their names and descriptions.
#include "runtime/runtime.hpp"

namespace warpschool::sim::runtime {
namespace {

/// A lost context answers every question about errors, and forgets nothing.
cudaError_t thread_or_sticky_error() {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard<std::mutex> lock(runtime.mutex());
  runtime.unchecked().all_seen();
  return runtime.sticky_error() != cudaSuccess ? runtime.sticky_error() : last_error();
}

/// A program that asks what an error means has looked at it.
void note_seen(cudaError_t error) {
  Runtime& runtime = Runtime::instance();
  const std::unique_lock<std::mutex> lock(runtime.mutex(), std::try_to_lock);
  if (lock.owns_lock()) {
    runtime.unchecked().seen(error);
  }
}

const char* name_of(cudaError_t error) {
  switch (error) {
#define WARPSCHOOL_ERROR(name, text) \
  case name:                         \
    return #name;
#include "runtime/error_names.def"
#undef WARPSCHOOL_ERROR
  }
  return "unrecognized error code";
}

const char* text_of(cudaError_t error) {
  switch (error) {
#define WARPSCHOOL_ERROR(name, text) \
  case name:                         \
    return text;
#include "runtime/error_names.def"
#undef WARPSCHOOL_ERROR
  }
  return "unrecognized error code";
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGetLastError(void) {
  WARPSCHOOL_API;
  const cudaError_t error = thread_or_sticky_error();
  last_error() = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void) {
  WARPSCHOOL_API;
  return thread_or_sticky_error();
}

const char* cudaGetErrorName(cudaError_t error) {
  note_seen(error);
  return name_of(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  note_seen(error);
  return text_of(error);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
