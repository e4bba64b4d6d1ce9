/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ASYNC_SORT
#define WARPSCHOOL_THRUST_NAME_ASYNC_SORT
#include "../../warpschool_toolkit/thrust/async.h"
#endif
