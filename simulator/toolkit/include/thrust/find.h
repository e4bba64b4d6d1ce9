/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_FIND
#define WARPSCHOOL_THRUST_NAME_FIND
#include "../warpschool_toolkit/thrust/more.h"
#endif
