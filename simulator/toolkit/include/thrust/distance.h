/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DISTANCE
#define WARPSCHOOL_THRUST_NAME_DISTANCE
#include "../warpschool_toolkit/thrust/base.h"
#endif
