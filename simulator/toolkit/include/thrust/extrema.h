/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_EXTREMA
#define WARPSCHOOL_THRUST_NAME_EXTREMA
#include "../warpschool_toolkit/thrust/reduce.h"
#endif
