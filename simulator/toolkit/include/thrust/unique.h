/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_UNIQUE
#define WARPSCHOOL_THRUST_NAME_UNIQUE
#include "../warpschool_toolkit/thrust/more.h"
#endif
