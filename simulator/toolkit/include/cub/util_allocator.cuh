/* One of the names under which programs include CUB. */
#ifndef WARPSCHOOL_CUB_NAME_UTIL_ALLOCATOR_CUH
#define WARPSCHOOL_CUB_NAME_UTIL_ALLOCATOR_CUH
#include "../warpschool_toolkit/cub/allocator.h"
#endif
