/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_EVENT
#define WARPSCHOOL_THRUST_NAME_EVENT
#include "../warpschool_toolkit/thrust/async.h"
#endif
