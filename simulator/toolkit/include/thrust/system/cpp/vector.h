/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SYSTEM_CPP_VECTOR
#define WARPSCHOOL_THRUST_NAME_SYSTEM_CPP_VECTOR
#include "../../../warpschool_toolkit/thrust/vector.h"
#endif
