/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_VERSION
#define WARPSCHOOL_THRUST_NAME_VERSION
#include "../warpschool_toolkit/thrust/base.h"
#endif
