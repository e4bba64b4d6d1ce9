/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ASYNC_REDUCE
#define WARPSCHOOL_THRUST_NAME_ASYNC_REDUCE
#include "../../warpschool_toolkit/thrust/async.h"
#endif
