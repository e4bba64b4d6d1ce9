// Errors of the calling thread, their names and descriptions.
#include "runtime/runtime.hpp"

namespace warpschool::sim::runtime {
namespace {

/// A lost context answers every question about errors, and forgets nothing.
cudaError_t thread_or_sticky_error() {
  Runtime& runtime = Runtime::instance();
  const std::lock_guard<std::mutex> lock(runtime.mutex());
  return runtime.sticky_error() != cudaSuccess ? runtime.sticky_error() : last_error();
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

cudaError_t cudaGetLastError(void) {
  const cudaError_t error = thread_or_sticky_error();
  last_error() = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void) {
  return thread_or_sticky_error();
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define WARPSCHOOL_ERROR(name, text) \
  case name:                         \
    return #name;
#include "runtime/error_names.def"
#undef WARPSCHOOL_ERROR
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define WARPSCHOOL_ERROR(name, text) \
  case name:                         \
    return text;
#include "runtime/error_names.def"
#undef WARPSCHOOL_ERROR
  }
  return "unrecognized error code";
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
