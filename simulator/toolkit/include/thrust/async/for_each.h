/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ASYNC_FOR_EACH
#define WARPSCHOOL_THRUST_NAME_ASYNC_FOR_EACH
#include "../../warpschool_toolkit/thrust/async.h"
#endif
