/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_RANDOM
#define WARPSCHOOL_THRUST_NAME_RANDOM
#include "../warpschool_toolkit/thrust/random.h"
#endif
