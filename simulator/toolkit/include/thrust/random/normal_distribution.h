/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_RANDOM_NORMAL_DISTRIBUTION
#define WARPSCHOOL_THRUST_NAME_RANDOM_NORMAL_DISTRIBUTION
#include "../../warpschool_toolkit/thrust/random.h"
#endif
