/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_TRANSFORM
#define WARPSCHOOL_THRUST_NAME_TRANSFORM
#include "../warpschool_toolkit/thrust/elementwise.h"
#endif
