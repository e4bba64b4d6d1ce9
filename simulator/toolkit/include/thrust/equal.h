/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_EQUAL
#define WARPSCHOOL_THRUST_NAME_EQUAL
#include "../warpschool_toolkit/thrust/more.h"
#endif
