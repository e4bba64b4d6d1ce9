// A device profile in the words of cudaDeviceProp and cudaDeviceAttr.
#pragma once

#include "warpschool/sim/profile.hpp"

#include <cuda_runtime_api.h>

namespace warpschool::sim::runtime {

cudaDeviceProp properties_of(const DeviceProfile& profile);

/// False for an attribute that does not exist.
bool attribute_of(const cudaDeviceProp& properties, cudaDeviceAttr attribute, int& value);

}  // namespace warpschool::sim::runtime
