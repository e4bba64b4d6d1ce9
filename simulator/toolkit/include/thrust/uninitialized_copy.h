/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_UNINITIALIZED_COPY
#define WARPSCHOOL_THRUST_NAME_UNINITIALIZED_COPY
#include "../warpschool_toolkit/thrust/more.h"
#endif
