/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_FILL
#define WARPSCHOOL_THRUST_NAME_FILL
#include "../warpschool_toolkit/thrust/elementwise.h"
#endif
