/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_TRANSFORM_SCAN
#define WARPSCHOOL_THRUST_NAME_TRANSFORM_SCAN
#include "../warpschool_toolkit/thrust/scan.h"
#endif
