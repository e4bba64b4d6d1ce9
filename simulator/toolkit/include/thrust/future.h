/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_FUTURE
#define WARPSCHOOL_THRUST_NAME_FUTURE
#include "../warpschool_toolkit/thrust/async.h"
#endif
