/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DEVICE_ALLOCATOR
#define WARPSCHOOL_THRUST_NAME_DEVICE_ALLOCATOR
#include "../warpschool_toolkit/thrust/vector.h"
#endif
