/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ASYNC_SCAN
#define WARPSCHOOL_THRUST_NAME_ASYNC_SCAN
#include "../../warpschool_toolkit/thrust/async.h"
#endif
