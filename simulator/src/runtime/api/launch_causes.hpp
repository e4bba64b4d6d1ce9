// What the runtime knows of the faults of a launch, and the device does not: the cause.
#pragma once

#include "runtime/api/launch_arguments.hpp"

namespace warpschool::sim::runtime {

/// Adds causes to the launch's faults, and tells of mallocs that found no memory.
void tell_causes(Runtime& runtime, const KernelInfo& kernel, LaunchOutcome& outcome,
                 const Arguments& arguments);

}  // namespace warpschool::sim::runtime
