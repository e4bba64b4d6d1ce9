/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_MISMATCH
#define WARPSCHOOL_THRUST_NAME_MISMATCH
#include "../warpschool_toolkit/thrust/more.h"
#endif
