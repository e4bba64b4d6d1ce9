/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_ADVANCE
#define WARPSCHOOL_THRUST_NAME_ADVANCE
#include "../warpschool_toolkit/thrust/base.h"
#endif
