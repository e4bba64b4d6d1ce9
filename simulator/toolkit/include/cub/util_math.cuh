/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_UTIL_MATH_CUH
#define WARPSCHOOL_CUB_NAME_UTIL_MATH_CUH
#include "../warpschool_toolkit/cub/thread.h"
#endif
