/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SEQUENCE
#define WARPSCHOOL_THRUST_NAME_SEQUENCE
#include "../warpschool_toolkit/thrust/elementwise.h"
#endif
