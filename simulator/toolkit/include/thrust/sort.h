/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SORT
#define WARPSCHOOL_THRUST_NAME_SORT
#include "../warpschool_toolkit/thrust/more.h"
#endif
