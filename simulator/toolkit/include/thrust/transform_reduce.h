/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_TRANSFORM_REDUCE
#define WARPSCHOOL_THRUST_NAME_TRANSFORM_REDUCE
#include "../warpschool_toolkit/thrust/reduce.h"
#endif
