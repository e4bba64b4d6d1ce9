/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_MERGE
#define WARPSCHOOL_THRUST_NAME_MERGE
#include "../warpschool_toolkit/thrust/by_key.h"
#endif
