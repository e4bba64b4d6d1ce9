/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SCATTER
#define WARPSCHOOL_THRUST_NAME_SCATTER
#include "../warpschool_toolkit/thrust/more.h"
#endif
