/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DEVICE_FREE
#define WARPSCHOOL_THRUST_NAME_DEVICE_FREE
#include "../warpschool_toolkit/thrust/pointer.h"
#endif
