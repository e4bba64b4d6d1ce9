/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_REVERSE
#define WARPSCHOOL_THRUST_NAME_REVERSE
#include "../warpschool_toolkit/thrust/more.h"
#endif
