/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_RANDOM_DISCARD_BLOCK_ENGINE
#define WARPSCHOOL_THRUST_NAME_RANDOM_DISCARD_BLOCK_ENGINE
#include "../../warpschool_toolkit/thrust/random.h"
#endif
