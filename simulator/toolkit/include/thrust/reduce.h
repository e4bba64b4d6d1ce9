/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_REDUCE
#define WARPSCHOOL_THRUST_NAME_REDUCE
#include "../warpschool_toolkit/thrust/select.h"
#endif
