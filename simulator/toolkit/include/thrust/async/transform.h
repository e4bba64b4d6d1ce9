/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ASYNC_TRANSFORM
#define WARPSCHOOL_THRUST_NAME_ASYNC_TRANSFORM
#include "../../warpschool_toolkit/thrust/async.h"
#endif
