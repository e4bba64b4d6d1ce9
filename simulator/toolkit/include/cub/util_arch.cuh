/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_UTIL_ARCH_CUH
#define WARPSCHOOL_CUB_NAME_UTIL_ARCH_CUH
#include "../warpschool_toolkit/cub/base.h"
#endif
