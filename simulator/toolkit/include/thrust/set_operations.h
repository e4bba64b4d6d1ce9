/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SET_OPERATIONS
#define WARPSCHOOL_THRUST_NAME_SET_OPERATIONS
#include "../warpschool_toolkit/thrust/by_key.h"
#endif
