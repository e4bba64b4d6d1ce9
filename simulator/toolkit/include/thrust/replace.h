/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_REPLACE
#define WARPSCHOOL_THRUST_NAME_REPLACE
#include "../warpschool_toolkit/thrust/more.h"
#endif
