/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_PARTITION
#define WARPSCHOOL_THRUST_NAME_PARTITION
#include "../warpschool_toolkit/thrust/partition.h"
#endif
