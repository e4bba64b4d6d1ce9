/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_INNER_PRODUCT
#define WARPSCHOOL_THRUST_NAME_INNER_PRODUCT
#include "../warpschool_toolkit/thrust/reduce.h"
#endif
