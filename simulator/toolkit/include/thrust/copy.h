/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_COPY
#define WARPSCHOOL_THRUST_NAME_COPY
#include "../warpschool_toolkit/thrust/elementwise.h"
#include "../warpschool_toolkit/thrust/select.h"
#endif
