/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_HOST_VECTOR
#define WARPSCHOOL_THRUST_NAME_HOST_VECTOR
#include "../warpschool_toolkit/thrust/select.h"
#include "../warpschool_toolkit/thrust/vector.h"
#endif
