/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DEVICE_NEW
#define WARPSCHOOL_THRUST_NAME_DEVICE_NEW
#include "../warpschool_toolkit/thrust/new.h"
#endif
