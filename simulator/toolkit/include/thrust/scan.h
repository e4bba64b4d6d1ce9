/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SCAN
#define WARPSCHOOL_THRUST_NAME_SCAN
#include "../warpschool_toolkit/thrust/more.h"
#endif
