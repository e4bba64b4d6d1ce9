/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_REMOVE
#define WARPSCHOOL_THRUST_NAME_REMOVE
#include "../warpschool_toolkit/thrust/more.h"
#endif
