/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_SYSTEM_CPP_EXECUTION_POLICY
#define WARPSCHOOL_THRUST_NAME_SYSTEM_CPP_EXECUTION_POLICY
#include "../../../warpschool_toolkit/thrust/base.h"
#endif
