/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_FUNCTIONAL
#define WARPSCHOOL_THRUST_NAME_FUNCTIONAL
#include "../warpschool_toolkit/thrust/functional.h"
#endif
