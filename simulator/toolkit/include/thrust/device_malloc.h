/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DEVICE_MALLOC
#define WARPSCHOOL_THRUST_NAME_DEVICE_MALLOC
#include "../warpschool_toolkit/thrust/pointer.h"
#endif
