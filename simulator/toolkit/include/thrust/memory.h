/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_MEMORY
#define WARPSCHOOL_THRUST_NAME_MEMORY
#include "../warpschool_toolkit/thrust/pointer.h"
#endif
