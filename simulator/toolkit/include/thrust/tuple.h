/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_TUPLE
#define WARPSCHOOL_THRUST_NAME_TUPLE
#include "../warpschool_toolkit/thrust/tuple.h"
#endif
