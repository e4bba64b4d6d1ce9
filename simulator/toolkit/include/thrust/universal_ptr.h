/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_UNIVERSAL_PTR
#define WARPSCHOOL_THRUST_NAME_UNIVERSAL_PTR
#include "../warpschool_toolkit/thrust/vector.h"
#endif
