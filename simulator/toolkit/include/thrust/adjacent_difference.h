/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ADJACENT_DIFFERENCE
#define WARPSCHOOL_THRUST_NAME_ADJACENT_DIFFERENCE
#include "../warpschool_toolkit/thrust/elementwise.h"
#endif
