/* One of the names under which programs include Thrust. */
#ifndef WARPSCHOOL_THRUST_NAME_DETAIL_CONFIG
#define WARPSCHOOL_THRUST_NAME_DETAIL_CONFIG
#include "../../warpschool_toolkit/thrust/base.h"
#endif
