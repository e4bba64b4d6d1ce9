/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_EXPERIMENTAL_PINNED_ALLOCATOR
#define WARPSCHOOL_THRUST_NAME_SYSTEM_CUDA_EXPERIMENTAL_PINNED_ALLOCATOR
#include "../../../../warpschool_toolkit/thrust/pinned.h"
#endif
