// A word about kernels with several "extern __shared__" arrays.
#pragma once

#include "runtime/core/runtime.hpp"

namespace warpschool::sim::runtime {

/// All "extern __shared__" arrays of a kernel begin at one address (CUDA C++ Programming Guide,
/// "__shared__"). Who declares two of them as a rule wants two arrays: a note says so, once of
/// these arrays.
/// @param config of a launch that is about to run.
void note_arrays_at_one_place(Runtime& runtime, const KernelInfo& kernel,
                              const LaunchConfig& config);

}  // namespace warpschool::sim::runtime
