/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_RANDOM_LINEAR_FEEDBACK_SHIFT_ENGINE
#define WARPSCHOOL_THRUST_NAME_RANDOM_LINEAR_FEEDBACK_SHIFT_ENGINE
#include "../../warpschool_toolkit/thrust/random.h"
#endif
