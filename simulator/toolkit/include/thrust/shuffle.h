/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SHUFFLE
#define WARPSCHOOL_THRUST_NAME_SHUFFLE
#include "../warpschool_toolkit/thrust/partition.h"
#endif
