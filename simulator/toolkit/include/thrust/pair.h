/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_PAIR
#define WARPSCHOOL_THRUST_NAME_PAIR
#include "../warpschool_toolkit/thrust/tuple.h"
#endif
