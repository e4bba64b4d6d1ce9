// The names and descriptions of errors, for the runtime and for the one whose device is another
// process.
#pragma once

#include <cuda_runtime_api.h>

namespace warpschool::sim::runtime {

/// "cudaErrorInvalidValue"; "unrecognized error code" of a number that is none.
const char* error_name(cudaError_t error);
/// "invalid argument"
const char* error_text(cudaError_t error);

}  // namespace warpschool::sim::runtime
