/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_GENERATE
#define WARPSCHOOL_THRUST_NAME_GENERATE
#include "../warpschool_toolkit/thrust/elementwise.h"
#endif
