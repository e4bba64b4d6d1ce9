/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_RANDOM_XOR_COMBINE_ENGINE
#define WARPSCHOOL_THRUST_NAME_RANDOM_XOR_COMBINE_ENGINE
#include "../../warpschool_toolkit/thrust/random.h"
#endif
