/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DEVICE_REFERENCE
#define WARPSCHOOL_THRUST_NAME_DEVICE_REFERENCE
#include "../warpschool_toolkit/thrust/pointer.h"
#endif
