/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_COUNT
#define WARPSCHOOL_THRUST_NAME_COUNT
#include "../warpschool_toolkit/thrust/reduce.h"
#endif
