/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DEVICE_MALLOC_ALLOCATOR
#define WARPSCHOOL_THRUST_NAME_DEVICE_MALLOC_ALLOCATOR
#include "../warpschool_toolkit/thrust/vector.h"
#endif
