/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_RANDOM_SUBTRACT_WITH_CARRY_ENGINE
#define WARPSCHOOL_THRUST_NAME_RANDOM_SUBTRACT_WITH_CARRY_ENGINE
#include "../../warpschool_toolkit/thrust/random.h"
#endif
