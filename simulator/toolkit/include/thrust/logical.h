/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_LOGICAL
#define WARPSCHOOL_THRUST_NAME_LOGICAL
#include "../warpschool_toolkit/thrust/reduce.h"
#endif
