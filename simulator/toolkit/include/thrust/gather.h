/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_GATHER
#define WARPSCHOOL_THRUST_NAME_GATHER
#include "../warpschool_toolkit/thrust/more.h"
#endif
