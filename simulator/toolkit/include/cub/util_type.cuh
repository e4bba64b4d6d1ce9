/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_UTIL_TYPE_CUH
#define WARPSCHOOL_CUB_NAME_UTIL_TYPE_CUH
#include "../warpschool_toolkit/cub/traits.h"
#include "../warpschool_toolkit/cub/traits.h"
#endif
