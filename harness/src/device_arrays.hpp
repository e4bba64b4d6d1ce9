// The device arrays that are alive in this worker.
#pragma once

namespace warpschool::harness {

/// Throws StudentError if the call just made wrote where it must not.
void verify_device_arrays(const char* function);

}  // namespace warpschool::harness
